// The first script of a live picture (ui/live_picture.py): it runs the others, which the file holds deflated.
const text = document.getElementById("script")?.textContent ?? "";
const packed = new Blob([Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))]);
new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).text()
  .then((script) => import(URL.createObjectURL(new Blob([script], { type: "text/javascript" }))));
