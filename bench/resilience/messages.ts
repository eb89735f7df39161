// What the processes of the resilience test tell each other.

/** Address of the product, and credentials of attackers and other users. */
export interface Target {
  port: number;
  mqttPort: number;
  folder: string;
  password: string;
  /** A device of the demo plants with its broker password. */
  device: { sn: string; password: string };
  /** The process ends at this wall-clock time, or earlier on request. */
  untilMs: number;
}

/** Sent to each process when it starts. */
export interface Start {
  /** Names of the attacks; empty for processes that make ordinary calls. */
  attacks: string[];
  target: Target;
}

/** One call of an ordinary user. */
export interface Call {
  name: string;
  /** Wall clock at its end. */
  atMs: number;
  ms: number;
  outcome: string;
}

export type Message =
  | { kind: 'calls'; calls: Call[] }
  | { kind: 'ready' }
  | { kind: 'pause'; fromMs: number; toMs?: number }
  | { kind: 'counts'; counts: Record<string, Record<string, number>> }
  | { kind: 'frames'; answered: [device: number, counters: number[]][]; unanswered: number };
