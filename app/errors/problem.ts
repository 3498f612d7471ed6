/**
 * The error response of every call, as far as it can be read (specification §3 and §8). The contract's schema reads it.
 */
export interface Problem {
  /** One of specification §8, or the provider's own. */
  code?: string | undefined;
  message?: string | undefined;
  offerUseCase?: string | undefined;
  /** When a downtime ends: an instant, a wording, or a period. */
  downtime?: string | { from?: string | undefined; until: string } | undefined;
  shopHotline?: string | undefined;
  /** Why a credit was refused (CREDIT_REFUSED), and which database was asked. */
  creditCheck?:
    | { reason?: string | undefined; source?: string | undefined; language?: string | undefined }
    | undefined;
  /** Refused fields. A list without any readable content is one empty entry. */
  errors?:
    | { field?: string | undefined; code?: string | undefined; message?: string | undefined }[]
    | undefined;
}
