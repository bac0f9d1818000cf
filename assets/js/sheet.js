// A picture to keep as a sheet of its own: on a light ground, titled, with the settings that made it.
const EDGE = 24, TITLE = 44, FOOT = 34; // px
const LONGEST = 120; // characters of the settings
const TEXT = 'font-family="Inter, Arial, sans-serif"';

/** How high a picture of this width is that fills a sheet of 16 : 9. @param {number} width */
export const highOnSheet = (width) => Math.round((width + 2 * EDGE) * 9 / 16) - TITLE - FOOT;

/** The SVG of a picture as an SVG sheet; `wide`: of 16 : 9, as slides are. @param {string} svg @param {boolean} wide */
export function sheet(svg, wide) {
  const picture = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const [width, height] = ["width", "height"].map((name) => parseFloat(picture.getAttribute(name) ?? ""));
  let [across, down] = [width + 2 * EDGE, height + TITLE + FOOT];
  if (wide) [across, down] = [Math.max(across, down * 16 / 9), Math.max(down, across * 9 / 16)].map(Math.round);
  if (!picture.getAttribute("viewBox")) picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  picture.setAttribute("x", String((across - width) / 2));
  picture.setAttribute("y", String(TITLE + (down - TITLE - FOOT - height) / 2));
  const title = document.querySelector(".gb-title")?.textContent ?? "";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${across}" height="${down}" viewBox="0 0 ${across} ${down}">` +
    `<rect width="${across}" height="${down}" fill="#ffffff"/>` +
    `<text x="${EDGE}" y="28" ${TEXT} font-size="18" font-weight="600" fill="#1f2328">${escaped(title)}</text>` +
    new XMLSerializer().serializeToString(picture) +
    `<text x="${EDGE}" y="${down - 13}" ${TEXT} font-size="11" fill="#5b6270">${escaped(settings())}</text></svg>`;
}

/** The end of the page's address, which brings every setting back. */
function settings() {
  const address = decodeURI(location.pathname.split("/").at(-1) + location.search);
  return address.length > LONGEST ? `${address.slice(0, LONGEST)}…` : address;
}

/** @param {string} text */
function escaped(text) { return new Option(text).innerHTML; }
