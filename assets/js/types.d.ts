// What the scripts get and give, for tsc (see tests/scripts/tsconfig.json). A browser never sees this file.
// The fields of one panel's payload are declared beside it, as its `Data`: a name that is not there is an error.

/** An array of a payload. It may be of any kind that ui/payload.py sends; scripts only read numbers from it. */
interface Numbers extends Float64Array<ArrayBuffer> { shape: number[] }

/** What Python says of a control, figure or panel, beside its arrays. What follows `digest` is in `aside` (ui/payload.py). */
interface Header {
  name: string;
  page: string;
  digest: string;
  /** When a hand had last moved that the server had heard of. */
  received: number;
  /** Fields that a lesson keeps as they are. */
  fixed?: string[];
}

/** Arrays by name, those of `Maybe` where there are any. */
type Arrays<Names extends string = string, Maybe extends string = never> = Record<Names, Numbers> & Partial<Record<Maybe, Numbers>>;

/** What a component is sent. */
interface Sent<H extends Header = Header, A = Arrays> { header: H; arrays: A }

/** Of a text of ours: words, and what they mean where they are a term (ui/glossary.py). */
type Piece = [words: string, means: string];

/** What a control is sent (ui/controls.py). */
interface ControlHeader extends Header {
  kind: "presets" | "questions" | "number" | "choice" | "pick" | "several" | "switch" | "line" | "text";
  label: string; field: string; value: string; help?: Piece[]; default?: string; rearranges?: boolean; locked?: boolean;
  drag: boolean; whole: boolean; log: boolean; low: number; high: number; base: number; unit: string;
  options: string[][]; placeholder: string; height: number;
  why: Piece[]; // of the preset that stands
  here: string[]; // the presets of the view that is open
  sets: string[]; elsewhere: boolean; // the fields of which the sentence tells, and whether one of them has been moved
  questions: Question[]; room: string; slug: string; opened: string;
}

/** A question of a page (core/questions, ui/questions.py), with a reader's guess, or "", and what is said of it. */
interface Question {
  name: string; kind: "mark" | "amount" | "pick" | "order" | "sketch" | "goal"; text: Piece[]; guess: string; answer: QuestionAnswer | null;
  x: QuestionAxis; y: QuestionAxis; points: number; unit: string; options: string[][]; ends: string[];
}
interface QuestionAxis { label: string; low: number; high: number; unit: string; log: boolean }
interface QuestionAnswer {
  right: boolean; sentence: string; stands: boolean; why: Piece[]; next: Piece[]; belief: Piece[];
  truth: number | string | (number | null)[]; theory: number | (number | null)[] | null;
}
/** A question in a file that has no server, with what guesses are held against; `step` is where it is asked. */
interface KeptQuestion extends Question { held: Omit<QuestionAnswer, "right" | "sentence" | "stands" | "belief"> & {
  step?: number; met?: number[]; near: number; belief: { guess: string; words: Piece[] } | null;
} }
/** What stands in the room of a class (core/questions/rooms.py). */
interface Room { slug: string; question: string; count: number; isRevealed: boolean; guesses: string[]; again: number }
/** How a question is answered: `text` is the guess as it stands in an address. */
interface Answering { node: HTMLElement; text(): string }

/** What a figure is sent (ui/figure.py), and the axis that sweeps it. */
interface FigureHeader extends Header { figure: Figure; called: string; summary: string; height: number; plotly: string; sweep?: SweepHeader; index?: number }
interface SweepHeader {
  name: string; label: string; words: string; length: number; control: boolean;
  values: string | null; field: string | null; // names of arrays
  rows: { path: string; array: string }[];
  cursor: { x: string; marks: { axis: string; array: string }[] } | null;
  along: string | null; // the array with the places of the steps on the x axis
  scale: number;
  sets: string; // the field that says where it stands
  held: string[] | null; // the arrays with x and y of the point that a hand may drag
}
type SweptHeader = FigureHeader & { sweep: SweepHeader };

/** What every panel is sent (ui/figure.py). */
interface PanelHeader extends Header {
  module: string; called: string; follow: string; length: number; kept: boolean; drawn: boolean; summary: string;
  zoom?: { x: string[] | null; y: string[] | null; at: Texts; whole: Texts };
}
/** What one kind of panel is sent, with fields and arrays of its own. */
type Payload<H = unknown, A = Arrays> = Sent<PanelHeader & H, A>;
/** The payload of any panel. */
type AnyPayload = Payload<unknown, {}>;

/** Values of fields as texts. */
type Texts = Record<string, string>;

/** How a component tells Streamlit something. */
type Tell = (name: string, value: unknown) => void;

/** What Streamlit calls a component's `render` with. */
interface ComponentArguments<D = Uint8Array<ArrayBuffer>> { data: D; parentElement: HTMLElement; setTriggerValue: Tell }

/** What a component keeps mounted (turns.js). */
interface Mounted { take(payload: any, tell: Tell): void | Promise<void>; leave(): void }

/** What a view of a page's own (panel.js) does with its pointer: it sets fields, as a control does. */
interface Hand { change(values: Record<string, unknown>): void }

/** A view of a page's own. */
interface View<P = any> { draw(index: number): void; update?(payload: P): void; leave?(): void }

type Mount<P = any> = (root: HTMLElement, payload: P, zoom: import("./zoom.js").Zoom | null, hand: Hand) => View<P>;

/** What a panel of one line says at a step (panels/shared/words.js). */
type Says<P extends AnyPayload> = (header: P["header"], arrays: P["arrays"], step: number) => (Node | string)[];

/** What an element is made with (element.js): attributes, and handlers of events. */
interface Attributes {
  onclick?: (event: PointerEvent) => void; onpointerdown?: (event: PointerEvent) => void; oninput?: (event: Event) => void;
  onkeydown?: (event: KeyboardEvent) => void; onchange?: (event: Event) => void; onfocus?: (event: FocusEvent) => void;
  [name: string]: unknown;
}
type Child = Node | string | number | null | undefined;

type Palette = Record<"paper" | "ink" | "muted" | "grid" | "soft" | "focus" | "pinned" | "category1", string> & { dark: boolean; font?: string };
type Colour = number[]; // red, green, blue, 0 … 255

/** What a canvas is drawn with, and a place on it in CSS px. */
type Pen = CanvasRenderingContext2D;
interface Box { x: number; y: number; w: number; h: number }
/** Where a pointer is in its canvas. */
interface Spot { offsetX: number; offsetY: number }

/** A figure as Plotly takes it; only what we look at ourselves is told. */
interface Trace {
  type: string; mode: string; name?: string; x: Numbers; y: Numbers; z?: Numbers[]; x0?: number; dx?: number; y0?: number; dy?: number;
  text?: string; textfont: { color: string; size: number }; fill?: string; fillcolor?: string; opacity?: number; xaxis?: string; yaxis?: string;
  width?: number; line?: { color: string; width?: number; dash?: string; shape?: string }; marker?: { color: string; size?: number; symbol?: string; pattern?: { shape: string }; line?: { color: string; width: number } };
  meta?: string;
}
interface Layout { barmode?: string; font?: object; height?: number; shapes?: object[]; [axis: string]: any }
interface Figure { data: Trace[]; layout: Layout }

/** As much of Plotly as we call. */
interface Plotly {
  react(canvas: HTMLElement, data: object[], layout: object, config: object): Promise<void>;
  purge(canvas: HTMLElement): void;
  toImage(figure: object, options: object): Promise<string>;
  relayout(canvas: HTMLElement, change: { width: number }): void;
}

/** An axis of Plotly's: places in px from values and back. */
interface Axis { _offset: number; _length: number; range: number[]; d2p(value: number): number; d2c(value: number): number; c2p(value: number): number }
type Axes = Record<"xaxis" | "yaxis", Axis> & { font: { family: string }; _size: { t: number; h: number }; [axis: string]: any };

/** An element in which Plotly has drawn. */
interface PlotlyElement extends HTMLElement {
  data: Trace[]; layout: Layout; calcdata: { t: { poffset: number; barwidth: number } }[][]; _fullLayout: Axes; _fullData: { visible: boolean | string; uid: string; meta?: string }[];
  on(event: string, listener: () => void): unknown;
}

interface Window { Plotly?: Plotly }
