/** Tells the server with each request for data which build this page is of. */
export function nameBuild(page: Window = window): void {
  const build = page.document.querySelector<HTMLElement>("[data-build]")?.dataset.build;
  if (!build) return;
  const send = page.fetch;
  page.fetch = (target, options) => {
    if (!(target instanceof URL && target.pathname.endsWith(".data"))) return send(target, options);
    const headers = new Headers(options?.headers);
    headers.set("X-Build", build);
    return send(target, { ...options, headers });
  };
}
