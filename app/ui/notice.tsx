import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

interface NoticeProps {
  kind?: "info" | "success" | "warning" | "error";
  title?: ReactNode;
  children?: ReactNode;
  /** `alert` for what just went wrong, `status` for what just went well; none for what always stands there. */
  role?: "alert" | "status";
}

/** A message within a page. */
export function Notice({ kind = "info", title, children, role }: NoticeProps) {
  return (
    <div className={`notice ${kind}`} role={role}>
      <Icon name={kind} />
      <div>
        {title && <p className="notice-title">{title}</p>}
        {children}
      </div>
    </div>
  );
}
