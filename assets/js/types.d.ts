// What the scripts get and give, for tsc (see tests/scripts/tsconfig.json). A browser never sees this file.

/** An array of a payload. It may be of any kind that ui/payload.py sends; scripts only read numbers from it. */
interface Numbers extends Float64Array<ArrayBuffer> { shape: number[] }

/** What Python says of a control, figure or panel, beside its arrays. What follows `digest` is in `aside` (ui/payload.py). */
interface Header {
  name: string;
  page: string;
  digest: string;
  /** When a hand had last moved that the server had heard of. */
  heard: number;
  [field: string]: any;
}

type Arrays = Record<string, Numbers>;

interface Payload { header: Header; arrays: Arrays }

/** How a component tells Streamlit something. */
type Tell = (name: string, value: unknown) => void;

/** What Streamlit calls a component's `render` with. */
interface ComponentArguments { data: Uint8Array; parentElement: HTMLElement; setTriggerValue: Tell }

/** What a component keeps mounted (turns.js). */
interface Mounted { take(payload: Payload, tell: Tell): void | Promise<void>; leave(): void }

/** What a view of a page's own (panel.js) does with its pointer: it sets fields, as a control does. */
interface Hand { change(values: Record<string, unknown>): void }

/** A view of a page's own. */
interface View { draw(index: number): void; update?(payload: Payload): void; leave?(): void }

type Mount = (root: HTMLElement, payload: Payload, zoom: import("./zoom.js").Zoom | null, hand: Hand) => View;

type Palette = { dark: boolean; paper: string; ink: string; [name: string]: any };

/** As much of Plotly as we call. */
interface Plotly {
  react(canvas: HTMLElement, data: object[], layout: object, config: object): Promise<void>;
  purge(canvas: HTMLElement): void;
  toImage(figure: object, options: object): Promise<string>;
  Plots: { resize(canvas: HTMLElement): void };
}

/** An element in which Plotly has drawn. */
interface PlotlyElement extends HTMLElement {
  data: any[]; layout: any; calcdata: any[]; _fullLayout: any; _fullData: any[];
  on(event: string, listener: () => void): unknown;
}

interface Window { Plotly?: Plotly }
