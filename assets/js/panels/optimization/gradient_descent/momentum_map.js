// How fast a method with momentum is for every step size and β. A press sets both; the best by formula and by search are
// marked, and the lines between which roots are complex.
import { lookup } from "../../../colours.js";
import { element, palette } from "../../../glassbox.js";
import { Room } from "../../../room.js";
import { number } from "../../../numbers.js";

const HEIGHT = 250;
const PAD = { left: 46, right: 96, top: 8, bottom: 36 };

export function mount(root, payload, zoom, hand) {
  const canvas = element("canvas", { role: "img", tabindex: 0 });
  canvas.style.cssText = "width:100%;display:block;touch-action:pan-y;cursor:crosshair";
  const line = element("p", { class: "gb-note" });
  line.style.minHeight = "1.4em";
  root.replaceChildren(canvas, line);
  const view = new View(canvas, line, hand);
  view.update(payload);
  return view;
}

class View {
  constructor(canvas, line, hand) {
    Object.assign(this, { canvas, line, hand, picture: document.createElement("canvas"), ground: document.createElement("canvas") });
    this.room = new Room(canvas, () => this.at !== undefined && this.draw(this.at));
    canvas.onpointerdown = (event) => this.press(event);
    canvas.onpointermove = (event) => event.buttons && this.press(event);
    canvas.onkeydown = (event) => this.step(event);
  }

  update({ header, arrays }) {
    Object.assign(this, { header, arrays, beta: header.beta, ahead: null });
    this.canvas.setAttribute("aria-label", header.summary);
    const [rows, columns] = arrays.levels.shape;
    Object.assign(this.picture, { width: columns, height: rows });
    const pixels = new ImageData(columns, rows), lut = lookup(header.colours);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const level = arrays.levels[(rows - 1 - row) * columns + column], at = 4 * (row * columns + column);
        pixels.data.set(level ? [...lut[level], 255] : [0, 0, 0, 0], at); // what diverges shows the ground of the page
      }
    }
    this.picture.getContext("2d").putImageData(pixels, 0, 0);
    this.stale = true;
  }

  x(relative) { return this.box.x + (this.box.w * relative) / this.header.end; }

  y(beta) { return this.box.y + this.box.h * (1 - beta); }

  draw(step) {
    this.at = step;
    const { room, header, arrays } = this, width = room.measure();
    if (!width) return;
    const colours = (this.colours = palette(this.canvas)), { formula, searched } = header;
    if (room.fit(HEIGHT, this.ground) || this.stale) {
      this.stale = false;
      this.box = { x: PAD.left, y: PAD.top, w: width - PAD.left - PAD.right, h: HEIGHT - PAD.top - PAD.bottom };
      this.paintGround();
    }
    const pen = room.pen(this.ground);
    const relative = arrays.relative[step];
    const [a, b] = [this.x(Math.min(relative, header.end)), this.y(this.beta)];
    for (const [stroke, wide] of [["#ffffff", 4.5], [colours.focus, 2.5]]) {
      Object.assign(pen, { strokeStyle: stroke, lineWidth: wide });
      pen.beginPath();
      pen.arc(a, b, 7, 0, 2 * Math.PI);
      pen.stroke();
    }
    const best = `best by formula (×) η = ${number(formula[0] * header.unit)}, β = ${number(formula[1])}: rate ${number(formula[2])}; `
      + `by search (□) η = ${number(searched[0] * header.unit)}, β = ${number(searched[1])}: ${number(searched[2])}. `
      + "Between the white lines roots are complex: of the steepest mode (full), of the flattest (dashed). Press to choose.";
    this.line.replaceChildren(element("strong", { class: "gb-focus" }, `η = ${number(relative * header.unit)}, β = ${number(this.beta)}`),
      `: rate ${number(arrays.rate[step])}; `, element("span", { class: "gb-dim" }, best));
  }

  /** All that stays while the step size moves. */
  paintGround() {
    const pen = this.room.clear(this.ground), { x, y, w, h } = this.box, { header, arrays, colours } = this;
    pen.fillStyle = colours.soft;
    pen.fillRect(x, y, w, h);
    pen.drawImage(this.picture, x, y, w, h);
    pen.save();
    pen.beginPath();
    pen.rect(x, y, w, h);
    pen.clip();
    for (const [name, dash] of [["steep", []], ["flat", [5, 4]]]) this.boundary(pen, arrays[name], dash);
    pen.restore();
    this.axes(pen);
    this.mark(pen, header.searched, "square");
    this.mark(pen, header.formula, "cross");
  }

  /** Between these lines the roots of a mode are complex. */
  boundary(pen, bounds, dash) {
    const { curve } = this.arrays;
    pen.setLineDash(dash);
    Object.assign(pen, { strokeStyle: "rgba(255,255,255,.8)", lineWidth: 1.2 });
    for (const side of [0, 1]) {
      pen.beginPath();
      curve.forEach((beta, i) => pen.lineTo(Math.min(this.x(bounds[2 * i + side]), 1e5), this.y(beta)));
      pen.stroke();
    }
    pen.setLineDash([]);
  }

  axes(pen) {
    const { x, y, w, h } = this.box, { colours, header } = this;
    pen.fillStyle = colours.muted;
    pen.textBaseline = "top";
    pen.textAlign = "center";
    for (let tick = 0; tick <= header.end + 1e-9; tick += w < 300 ? 0.5 : 0.25) pen.fillText(number(tick, 3), this.x(tick), y + h + 4);
    pen.fillText("step size η, in units of 2/λ_max", x + w / 2, y + h + 19);
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    for (const tick of [0, 0.25, 0.5, 0.75, 1]) pen.fillText(String(tick), x - 5, this.y(tick));
    pen.save();
    pen.translate(9, y + h / 2);
    pen.rotate(-Math.PI / 2);
    pen.textAlign = "center";
    pen.fillText("momentum β", 0, 0);
    pen.restore();
    const lut = lookup(header.colours);
    for (let i = 0; i < h; i++) {
      pen.fillStyle = `rgb(${lut[Math.round(255 - (254 * i) / h)]})`;
      pen.fillRect(x + w + 10, y + i, 10, 1.5);
    }
    pen.fillStyle = colours.muted;
    pen.textAlign = "left";
    const rate = (share) => number(10 ** (-header.most * share), 3);
    for (const share of [0, 0.5, 1]) pen.fillText(`rate ${rate(share)}`, x + w + 24, Math.min(Math.max(y + h * (1 - share), y + 6), y + h - 6));
    pen.textAlign = "right";
    pen.fillText("diverges", x + w - 8, y + h - 14);
  }

  mark(pen, [relative, beta], shape) {
    const [a, b] = [this.x(relative), this.y(beta)];
    for (const [stroke, wide] of [["#000000", 3.5], ["#ffffff", 1.8]]) {
      Object.assign(pen, { strokeStyle: stroke, lineWidth: wide });
      pen.beginPath();
      if (shape === "square") pen.rect(a - 6, b - 6, 12, 12);
      else for (const sign of [-1, 1]) { pen.moveTo(a - 5, b - 5 * sign); pen.lineTo(a + 5, b + 5 * sign); }
      pen.stroke();
    }
  }

  press({ offsetX, offsetY }) {
    const { x, y, w, h } = this.box;
    if (offsetX < x || offsetX > x + w || offsetY < y || offsetY > y + h) return;
    this.go(((offsetX - x) / w) * this.header.end, 1 - (offsetY - y) / h);
  }

  step(event) {
    const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!move) return;
    event.preventDefault();
    const far = event.shiftKey ? 0.05 : 0.01;
    this.go(this.arrays.relative[this.at] + move[0] * far, this.beta + move[1] * far);
  }

  go(relative, beta) {
    this.beta = Math.min(0.999, Math.max(0, +beta.toFixed(3)));
    this.hand.change({ beta: this.beta, step: Math.max(0, +relative.toFixed(4)) });
  }
}
