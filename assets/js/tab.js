// What a tab keeps for its reader as long as it is open (ui/tab.py), where a session that begins anew would have lost it.
import { keep, kept } from "./kept.js";

/** @type {Set<string>} */ const requested = new Set(); // sessions that were given what the tab had kept, and under which name

/** @param {ComponentArguments<{ name: string, what: unknown, session: string, wanted: boolean }>} sent */
export default function render({ data: { name, what, session, wanted }, setTriggerValue }) {
  const before = kept(name), first = `${session} ${name}`;
  if (before && !requested.has(first) && (wanted || before.holds)) setTriggerValue("kept", before);
  else keep(name, what);
  requested.add(first);
}
