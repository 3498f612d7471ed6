// Made by tools/build/stable-names.ts; in development there is no build, and the map is empty.
declare module "virtual:stable-names" {
  const names: {
    /** Changes with any file of the browser. */
    build: string;
    /** The import map, as JSON. */
    imports: string;
  };
  export default names;
}
