import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

interface NoticeProps {
  kind?: "info" | "success" | "warning" | "error";
  title?: ReactNode;
  text?: ReactNode;
  children?: ReactNode;
  /** `alert` for a failure, `status` for a success; none for a permanent message. */
  role?: "alert" | "status";
}

export function Notice({ kind = "info", title, text, children, role }: NoticeProps) {
  return (
    <div className={`notice ${kind}`} role={role}>
      <Icon name={kind} />
      <div>
        {title && <p className="notice-title">{title}</p>}
        {text && <p>{text}</p>}
        {children}
      </div>
    </div>
  );
}
