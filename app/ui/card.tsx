import type { ReactNode } from "react";

interface CardProps {
  /** Makes the card a named section. */
  title?: ReactNode;
  /** Needed with a title; unique on the page. */
  id?: string;
  /** Beside the title, e.g. a link to edit. */
  action?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Card({ title, id, action, children, className }: CardProps) {
  const classes = className ? `card ${className}` : "card";
  if (!title) return <div className={classes}>{children}</div>;
  return (
    <section className={classes} aria-labelledby={id}>
      <CardHead id={id} title={title} action={action} />
      {children}
    </section>
  );
}

export const CardHead = ({ id, title, action }: Pick<CardProps, "id" | "title" | "action">) => (
  <div className="card-head">
    <h2 id={id}>{title}</h2>
    {action}
  </div>
);
