"use strict";

// The page sends what is typed to a worker and shows what comes back. A worker that takes too long is ended, and a fresh one takes its
// place. All that a link shares is in the fragment of the URL, which browsers do not send to servers.

const byId = (id) => document.getElementById(id);
const fields = ["pattern", "text", "replace", "kind"];
const switches = ["fold", "multiline", "dotall", "longest"];
const patience = 4000; // milliseconds for one answer
const mostMarked = 200000; // characters of text in which matches are marked
const mostRows = 100; // matches in the table

let worker, ready = false, asked = 0, answered = 0, waiting = null, timer = 0, pause = 0;

function start() {
  ready = false;
  worker = new Worker("worker.js");
  worker.onmessage = ({ data }) => {
    if (data.failed) return status(`The engine did not start: ${data.failed}`);
    if (data.ready) {
      ready = true;
      return send();
    }
    clearTimeout(timer);
    timer = 0;
    answered = data.id;
    if (waiting) return send();
    show(data.response);
  };
  worker.onerror = (event) => status(`The engine stopped: ${event.message}`);
}

function request() {
  const r = {};
  for (const id of fields) r[id] = byId(id).value;
  for (const id of switches) r[id] = byId(id).checked;
  r.replaces = r.replace !== "";
  r.comparison = r.text.length <= 100000;
  return r;
}

function ask() {
  waiting = request();
  save(waiting);
  byId("marks").replaceChildren();
  send();
}

function send() {
  if (!ready || timer || !waiting) return;
  worker.postMessage({ id: ++asked, request: waiting });
  waiting = null;
  timer = setTimeout(() => {
    worker.terminate();
    timer = 0;
    answered = asked;
    clear();
    status(`No answer within ${patience / 1000} seconds: the search was ended. Try a shorter text.`);
    start();
  }, patience);
}

function status(text) {
  byId("status").textContent = text;
}

function clear() {
  for (const id of ["groups", "diagram", "advice", "marks"]) byId(id).replaceChildren();
  byId("explain").textContent = "";
  byId("replaced").hidden = byId("error").hidden = true;
  byId("pattern").removeAttribute("aria-invalid");
}

function show(a) {
  clear();
  const text = byId("text").value;
  if (a.error) {
    showError(a.error);
    return status("");
  }
  if (byId("kind").value === "set") {
    showSet(a);
  } else {
    mark(text, a.matches);
    showGroups(text, a);
    if (byId("replace").value !== "") {
      byId("replaced").hidden = false;
      byId("replaced").textContent = a.replaced;
    }
  }
  let line = a.total === 1 ? "1 match" : `${a.total} matches`;
  line += ` in ${time(a.millis)}`;
  if (a.std) line += `; the standard library takes ${time(a.std.millis)}${a.std.same ? "" : " and finds another number"}`;
  status(line);
  for (const advice of a.advice) byId("advice").append(element("li", advice));
  byId("explain").textContent = a.explain;
  if (a.diagram) {
    const svg = new DOMParser().parseFromString(a.diagram, "image/svg+xml").documentElement;
    byId("diagram").append(document.adoptNode(svg));
  }
}

const time = (ms) => (ms < 1 ? `${(ms * 1000).toPrecision(2)} µs` : `${ms.toFixed(1)} ms`);

function element(name, text, kind) {
  const e = document.createElement(name);
  e.textContent = text;
  if (kind) e.className = kind;
  return e;
}

function showError(error) {
  const box = byId("error");
  box.hidden = false;
  byId("pattern").setAttribute("aria-invalid", "true");
  let caret = "";
  if (error.offset >= 0) {
    const before = byId("pattern").value.slice(0, error.offset);
    const begin = before.lastIndexOf("\n") + 1;
    const line = byId("pattern").value.slice(begin).split("\n")[0];
    caret = `${line}\n${" ".repeat([...before.slice(begin)].length)}^\n`;
  }
  box.textContent = caret + error.message;
}

// mark colours the matches behind the text. The layer lies under the text field and scrolls with it.
function mark(text, matches) {
  const layer = byId("marks");
  let last = 0;
  matches.forEach(([start, end], i) => {
    if (end > mostMarked) return;
    layer.append(text.slice(last, start), element("mark", text.slice(start, end), i % 2 ? "odd" : ""));
    last = end;
  });
  layer.append(text.slice(last, mostMarked) + "\n");
  scroll();
}

function scroll() {
  byId("marks").scrollTop = byId("text").scrollTop;
}

function showGroups(text, a) {
  if (a.matches.length === 0) return;
  const table = document.createElement("table");
  const head = table.createTHead().insertRow();
  (a.names || [""]).forEach((name, i) => head.append(element("th", i === 0 ? "match" : `${i}${name ? ` ${name}` : ""}`)));
  const body = table.createTBody();
  for (const spans of a.matches.slice(0, mostRows)) {
    const row = body.insertRow();
    for (let i = 0; i < spans.length; i += 2) {
      row.append(spans[i] < 0 ? element("td", "no part", "none") : element("td", text.slice(spans[i], Math.min(spans[i + 1], spans[i] + 200))));
    }
  }
  byId("groups").append(table);
  if (a.total > mostRows) byId("groups").append(element("p", `The first ${mostRows} of ${a.total}.`));
}

function showSet(a) {
  byId("marks").textContent = byId("text").value.slice(0, mostMarked) + "\n";
  const lines = byId("pattern").value.split("\n");
  const list = document.createElement("ol");
  for (const i of a.set) list.append(element("li", `${i}: ${lines[i]}`));
  byId("groups").append(list);
}

// What a link shares.
const mostShared = 20000; // characters; a longer text is not put into the URL

function save(r) {
  const parts = new URLSearchParams();
  for (const id of fields) if (r[id] !== "" && r[id].length <= mostShared && !(id === "kind" && r[id] === "go")) parts.set(id, r[id]);
  for (const id of switches) if (r[id]) parts.set(id, "1");
  history.replaceState(null, "", `#${parts}`);
}

function load() {
  const parts = new URLSearchParams(location.hash.slice(1));
  if ([...parts].length === 0) {
    parts.set("pattern", "(?P<user>[\\w.+-]+)@(?P<host>[\\w-]+(?:\\.[\\w-]+)+)");
    parts.set("text", "Write to joe@example.com, or to ann+lists@mail.example.org.");
  }
  for (const id of fields) byId(id).value = parts.get(id) ?? (id === "kind" ? "go" : "");
  for (const id of switches) byId(id).checked = parts.has(id);
  byId("pattern").rows = byId("kind").value === "set" ? 6 : 1;
}

load();
for (const id of [...fields, ...switches]) {
  byId(id).addEventListener("input", () => {
    byId("pattern").rows = byId("kind").value === "set" ? 6 : 1;
    clearTimeout(pause);
    pause = setTimeout(ask, byId("text").value.length > mostMarked ? 400 : 60);
  });
}
byId("form").addEventListener("submit", (event) => event.preventDefault());
byId("text").addEventListener("scroll", scroll);
window.addEventListener("hashchange", () => {
  load();
  ask();
});
byId("share").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    status("The link is on the clipboard.");
  } catch {
    status("The link is in the address bar.");
  }
});
start();
ask();
