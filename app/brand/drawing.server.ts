const elements = new Set([
  ...["svg", "g", "defs", "title", "desc", "symbol", "use", "path", "rect", "circle", "ellipse", "line"],
  ...["polyline", "polygon", "text", "tspan", "clipPath", "mask", "pattern"],
  ...["linearGradient", "radialGradient", "stop"],
]);
const attributes = new Set([
  ...["id", "xmlns", "xmlns:xlink", "xml:space", "version", "viewBox", "preserveAspectRatio", "role", "lang"],
  ...["x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "rx", "ry", "fx", "fy", "dx", "dy", "d", "points"],
  ...["width", "height", "transform", "opacity", "color", "display", "visibility", "overflow", "href"],
  ...["xlink:href", "fill", "fill-opacity", "fill-rule", "stroke", "stroke-dasharray", "stroke-dashoffset"],
  ...["stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width", "mask"],
  ...["clip-path", "clip-rule", "clipPathUnits", "maskUnits", "maskContentUnits", "pathLength", "offset"],
  ...["stop-color", "stop-opacity", "gradientUnits", "gradientTransform", "spreadMethod", "patternUnits"],
  ...["patternTransform", "patternContentUnits", "shape-rendering", "text-rendering", "text-anchor"],
  ...["font-family", "font-size", "font-style", "font-weight", "letter-spacing", "dominant-baseline"],
  ...["aria-hidden", "aria-label", "aria-labelledby", "focusable", "data-name", "vector-effect"],
]);

const tag = /<\/?([a-zA-Z]+)((?:\s+[\w:-]+="[^"<>]*")*)\s*\/?>/g;
const attribute = /\s([\w:-]+)="([^"]*)"/g;

/**
 * An SVG as it may stand in a page: nothing but shapes and texts, which refer to nothing but each other.
 * @returns what is wrong with it, for the operator
 */
export function checkDrawing(svg: string): string | undefined {
  for (const [, element = "", listed = ""] of svg.matchAll(tag)) {
    if (!elements.has(element)) return `must not have the element <${element}>`;
    for (const [, name = "", value = ""] of listed.matchAll(attribute)) {
      if (!attributes.has(name)) return `must not have the attribute "${name}" (of <${element}>)`;
      const isReference = name === "href" || name === "xlink:href";
      if ((isReference && !value.startsWith("#")) || /url\((?!#)/i.test(value))
        return `must refer to nothing outside itself (${name} of <${element}>)`;
    }
  }
  if (svg.replace(tag, "").includes("<"))
    return "must have nothing but elements, with their attributes in double quotes";
  return undefined;
}
