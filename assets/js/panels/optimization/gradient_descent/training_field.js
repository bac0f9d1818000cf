// What a model predicts over the plane of two inputs, with the examples it was trained on.
import { element, palette } from "../../../glassbox.js";
import { Room } from "../../../room.js";

const HEIGHT = 266, PAD = { left: 40, right: 6, top: 8, bottom: 34 };

export function mount(root, payload) {
  const canvas = element("canvas", { role: "img" });
  canvas.style.cssText = "width:100%;display:block";
  root.replaceChildren(canvas);
  const picture = document.createElement("canvas");
  let { header, arrays } = payload, at;
  const room = new Room(canvas, () => at !== undefined && view.draw(at));
  const view = {
    update(next) { ({ header, arrays } = next); canvas.setAttribute("aria-label", header.summary); },
    draw(step) {
      at = step;
      const width = room.measure();
      if (!width) return;
      const height = room.high(HEIGHT);
      room.fit(height);
      const pen = room.pen(), colours = palette(canvas);
      const box = { x: PAD.left, y: PAD.top, w: width - PAD.left - PAD.right, h: height - PAD.top - PAD.bottom };
      ground(pen, picture, arrays, step, box, colours);
      examples(pen, header, arrays, box, colours);
      axes(pen, header, box, colours);
      if (!arrays.gone[step]) return;
      pen.font = room.font(13, 600);
      said(pen, "diverged: nothing is predicted", box, colours);
    },
  };
  view.update(payload);
  return view;
}

const SIDES = [[0, 158, 115], [204, 121, 167]]; // categories 2 and 3: classes −1 and 1

/** Between the colours of the two sides, with the ground of the page in the middle. */
function ground(pen, picture, { levels }, step, { x, y, w, h }, colours) {
  const [, rows, columns] = levels.shape, size = rows * columns;
  const middle = colours.dark ? [23, 26, 33] : [250, 250, 252];
  Object.assign(picture, { width: columns, height: rows });
  const pixels = new ImageData(columns, rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const level = levels[step * size + (rows - 1 - row) * columns + column] / 127;
      const side = SIDES[level > 0 ? 1 : 0], part = 0.75 * Math.abs(level);
      pixels.data.set([...middle.map((one, i) => one + (side[i] - one) * part), 255], 4 * (row * columns + column));
    }
  }
  const drawing = picture.getContext("2d");
  drawing.putImageData(pixels, 0, 0);
  pen.imageSmoothingEnabled = true;
  pen.drawImage(picture, x, y, w, h);
}

function examples(pen, { ends }, { points, targets }, { x, y, w, h }, colours) {
  targets.forEach((target, i) => {
    const a = x + (w * (points[2 * i] - ends[0])) / (ends[1] - ends[0]), b = y + h * (1 - (points[2 * i + 1] - ends[2]) / (ends[3] - ends[2]));
    pen.beginPath();
    if (target > 0) pen.arc(a, b, 4, 0, 2 * Math.PI);
    else pen.rect(a - 3.5, b - 3.5, 7, 7);
    pen.fillStyle = `rgb(${SIDES[target > 0 ? 1 : 0]})`;
    pen.fill();
    Object.assign(pen, { strokeStyle: colours.paper, lineWidth: 1.2 });
    pen.stroke();
  });
}

function axes(pen, { ends, names }, { x, y, w, h }, colours) {
  pen.fillStyle = colours.muted;
  pen.textAlign = "center";
  pen.textBaseline = "top";
  for (let tick = Math.ceil(ends[0]); tick <= ends[1]; tick++) pen.fillText(String(tick).replace("-", "−"), x + (w * (tick - ends[0])) / (ends[1] - ends[0]), y + h + 4);
  pen.fillText(names[0], x + w / 2, y + h + 18);
  pen.textAlign = "right";
  pen.textBaseline = "middle";
  for (let tick = Math.ceil(ends[2]); tick <= ends[3]; tick++) pen.fillText(String(tick).replace("-", "−"), x - 5, y + h * (1 - (tick - ends[2]) / (ends[3] - ends[2])));
  pen.textAlign = "left";
  pen.fillText(names[1], 2, y + h / 2);
}

function said(pen, text, { x, y, h }, colours) {
  pen.fillStyle = colours.focus;
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  pen.fillText(text, x + 8, y + h - 14);
}
