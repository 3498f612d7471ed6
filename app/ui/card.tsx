import type { ReactNode } from "react";

interface CardProps {
  /** Makes the card a named section. */
  title?: ReactNode;
  /** Needed with a title; unique on the page. */
  id?: string;
  level?: 2 | 3;
  /** Beside the title, e.g. a link to edit. */
  action?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Card({ title, id, level = 2, action, children, className }: CardProps) {
  const classes = className ? `card ${className}` : "card";
  if (!title) return <div className={classes}>{children}</div>;
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section className={classes} aria-labelledby={id}>
      <div className="card-head">
        <Heading id={id}>{title}</Heading>
        {action}
      </div>
      {children}
    </section>
  );
}
