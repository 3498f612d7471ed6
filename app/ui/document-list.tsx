import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

interface DocumentListProps {
  documents: {
    id: string;
    label: ReactNode;
    href: string /** "PDF, 240 kB". */;
    note?: ReactNode;
    language?: string;
  }[];
}

/** Files open in a new tab, so that a half-filled form is not lost. */
export function DocumentList({ documents }: DocumentListProps) {
  return (
    <ul className="documents">
      {documents.map((file) => (
        <li key={file.id}>
          <a
            href={file.href}
            target="_blank"
            rel="noreferrer"
            hrefLang={file.language}
            data-document={file.id}
          >
            <Icon name="document" size={18} />
            <span>
              {file.label} {file.note && <small>{file.note}</small>}
            </span>
            <Icon name="download" size={18} />
          </a>
        </li>
      ))}
    </ul>
  );
}
