import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

export interface DocumentFile {
  id: string;
  label: ReactNode;
  href: string;
  /** "PDF, 240 kB". */
  note?: ReactNode;
  language?: string;
  icon?: IconName;
}

interface DocumentListProps {
  /** A group without a title has no heading. */
  groups: { title?: string | undefined; files: DocumentFile[] }[];
}

/** Files open in a new tab, so that a half-filled form is not lost. */
export function DocumentList({ groups }: DocumentListProps) {
  return groups.map(({ title, files }) => (
    <div key={files[0]?.id}>
      {title && <h3>{title}</h3>}
      <ul className="documents">
        {files.map((file) => (
          <li key={file.id}>
            <a
              href={file.href}
              target="_blank"
              rel="noreferrer"
              hrefLang={file.language}
              data-document={file.id}
            >
              <Icon name={file.icon ?? "document"} size={18} />
              <span>
                {file.label} {file.note && <small>{file.note}</small>}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  ));
}
