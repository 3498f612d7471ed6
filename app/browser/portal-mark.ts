/** Header of every response of the portal, which distinguishes it from one of a proxy, firewall or hotspot (decision 0124). */
export const markHeader = "X-Portal";

/** What the `type` of the portal's problems (RFC 9457) begins with; the state's name follows. */
export const problemTypes = "tag:selfservice-portal,2026:";

export const problemType = "application/problem+json";

/** What asks for data instead of a page; the last as some libraries ask for JSON. */
export const dataTypes = ["application/json", problemType, "application/json;charset=utf-8"];
