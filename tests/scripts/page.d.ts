// What the scripts of our pages may take for granted. It is told to the checker alone: no browser
// sees this file.

/** The tag at the end of a selector: `input` of `.ranking input[type=range]`. */
type LastTag<S extends string> = S extends `${infer One}, ${infer Other}`
  ? LastTag<One> extends LastTag<Other> ? LastTag<One> : string
  : S extends `${string} ${infer Rest}` ? LastTag<Rest>
  : S extends `${infer Tag}[${string}` | `${infer Tag}.${string}` | `${infer Tag}:${string}`
    ? LastTag<Tag>
  : S;

/** The element that a selector finds: of its tag where it names one, else any of HTML. */
type Found<S extends string> = LastTag<S> extends keyof HTMLElementTagNameMap
  ? HTMLElementTagNameMap[LastTag<S>]
  : LastTag<S> extends keyof SVGElementTagNameMap ? SVGElementTagNameMap[LastTag<S>]
  : HTMLElement;

/** The target of an event in a page is an element, and which one is told by some events. */
type Target<K> = K extends "submit"
  ? { readonly target: HTMLFormElement; readonly submitter: HTMLButtonElement }
  : K extends "change" | "input" ? { readonly target: HTMLInputElement }
  : { readonly target: HTMLElement };

type InPage<E, K = string> = E & Target<K>;

// Whether a page has what a script looks for is what the tests in a browser are for; here it has.
interface ParentNode {
  querySelector<const S extends string, E extends Element = Found<S>>(selectors: S): E;
  querySelectorAll<const S extends string, E extends Element = Found<S>>(
    selectors: S,
  ): NodeListOf<E>;
}

interface Element {
  closest<const S extends string, E extends Element = Found<S>>(selectors: S): E;
}

interface Document {
  getElementById<E extends HTMLElement = HTMLElement>(elementId: string): E;
  addEventListener<K extends keyof DocumentEventMap>(
    type: K,
    listener: (event: InPage<DocumentEventMap[K], K>) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

interface HTMLElement {
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: InPage<HTMLElementEventMap[K], K>) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

interface HTMLFormElement {
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: InPage<HTMLElementEventMap[K], K>) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

interface HTMLFormControlsCollection {
  // A form's fields by their names.
  [name: string]: any;
}

/** The page's own events. */
interface DocumentEventMap {
  /** What follows the table was drawn anew. */
  changed: Event;
  /** One part of the page was. */
  morphed: Event;
  /** The table can be heard (again). */
  heard: Event;
  /** How the watching camera is. */
  sight: CustomEvent<Sight>;
  /** The table is somewhere else now. */
  moved: Event;
  /** The page of a photo took in what the server said. */
  shown: Event;
  /** The tracing is to go to another step. */
  "to-step": CustomEvent<string>;
}

// The worker is checked with the pages, whose window it has not; what it asks of its own scope.
interface WindowEventMap {
  install: Event & { waitUntil(done: Promise<unknown>): void };
  activate: Event & { waitUntil(done: Promise<unknown>): void };
  fetch: Event & {
    request: Request;
    preloadResponse: Promise<Response | undefined>;
    respondWith(answer: Promise<Response>): void;
  };
}

interface Window {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: ServiceWorkerRegistration;
}

interface Sight {
  state: string;
  said: string;
  hint: string;
  asked: number;
}

/** A fact as the record keeps it; its words are the game's. */
type Fact = Record<string, unknown>;

/** What may be done at a place: the act to send as JSON, and what it is called. */
interface Offer {
  label: string;
  act?: string;
  place?: string;
  kind?: string;
  earns?: number;
  earned?: string;
  /** Which place this is, where others offer the same in the same words. */
  where?: string;
  /** The tap only takes up a piece, which is put down by the next one. */
  moves?: boolean;
  /** The form on the page that asks for what is open besides the place, which is this word. */
  form?: string;
  word?: string;
}

/** What is offered at each place. */
type Offers = Record<string, Offer[]>;

/** A piece that goes from one place to another: what each is called. */
interface Move {
  fact: Fact;
  label: string;
  from: Record<string, string>;
  to: Record<string, string>;
  where: Record<string, string>;
  elsewhere: boolean;
}

/** What may lie at any place, whatever the rules say. */
interface Anything {
  player: string;
  players: string[];
  kinds: Record<
    string,
    { word: string; pieces: Omit<Offer & { fact: Fact }, "act">[]; why: string; alike: boolean }
  >;
  nothing: string;
}

/** A part of the page as it should be now. */
interface Part {
  name: string;
  mark: string;
  html: string;
}

/** Who waits on a phone for the game to begin. */
interface Guest {
  name: string;
  role: string;
}

type Point = [number, number];

// What is traced, as web/tracing/view.py tells it. Lengths are mm, angles degrees.

/** A space: where, how it is turned, and whether a person laid it. */
type Space = [x: number, y: number, angle: number, laid: string];

interface End {
  key: string;
  x: number;
  y: number;
  name: string;
  pinned: boolean;
  map: boolean;
  /** An island has slots and perhaps a value, a harbour a company and perhaps an island. */
  slots: Point[];
  value: number | null;
  company: string;
  island: string | null;
  /** A stop has a zone, and sells a product or is a stranding place. */
  zone?: number | null;
  product?: string | null;
  strands?: boolean;
}

interface Line {
  key: string;
  a: string;
  b: string;
  over_edge: boolean;
}

interface Route {
  key: string;
  a: string;
  b: string;
  lanes: Space[][];
  one_way: string | null;
}

interface Pieces {
  length_mm?: number;
  width_mm?: number;
  height_mm?: number;
  diameter_mm?: number;
  kinds: any;
  [side: string]: any;
}

interface Sheet {
  width_mm: number;
  height_mm: number;
  pieces: Record<string, Pieces>;
  [side: string]: any;
}

interface Remark {
  code: string;
  stops: boolean;
  keys: string[];
  at: Point | null;
  more: Point[];
  said: string;
}

interface Total {
  what: string;
  name: string;
  count: number;
  said: number | null;
}

interface Tracing {
  revision: number;
  sheet: Sheet;
  kinds: Record<string, string[]>;
  names: Record<string, string>;
  stick: Point;
  photo: {
    file: string;
    size: Point;
    corners: Point[];
    faults: { said: string; at: Point | null; outline: boolean }[];
  } | null;
  view: string | null;
  islands: End[];
  harbours: End[];
  routes: Route[];
  stops: End[];
  lines: Line[];
  /** What is sold and its colour, by the die. */
  products: { id: string; colour: string }[];
  zones: number[];
  searched: boolean;
  cards: Record<string, string[]>;
  taught: Record<string, string>;
  remarks: Remark[];
  totals: Total[];
  whole: boolean;
  odd: boolean;
  playable: boolean;
  unplayed: string | null;
  undo: string | null;
  redo: string | null;
}

/** What the photo shows that may be a place. */
interface Ghost {
  kind: string;
  x: number;
  y: number;
  angle: number;
  length: number;
  sureness: number;
  colour?: number[];
}

/** What is chosen on the chart. */
interface Thing {
  kind: string;
  key: string;
  lane?: any;
  index?: any;
  fresh?: boolean;
}

/** A point of the screen. */
interface Spot {
  clientX: number;
  clientY: number;
}

/** A thing near a tap. */
interface Near extends Thing {
  x: number;
  y: number;
  away: number;
}

/** A piece that is to be laid for a photo, and whether it was seen. */
interface Lesson {
  place: string;
  piece: string;
  kind: string;
  name: string;
  where: string;
  number: number;
  colour: string;
  x: number;
  y: number;
  angle: number;
  seen?: boolean;
  instead?: string;
}

/** What the corners of the photo do while fingers and keys are theirs. */
interface Corners {
  grab: (event: MouseEvent) => boolean;
  drag: (event: MouseEvent) => void;
  drop: () => void;
  key: (event: KeyboardEvent) => boolean;
  can: (way: "undo" | "redo") => boolean;
  /** Whether there was a move to take back, or to do again. */
  undo: () => boolean;
  redo: () => boolean;
}
