// The worker runs the engine, so that a slow pattern never freezes the page. It answers one request at a time.
importScripts("wasm_exec.js");

self.rxReady = () => self.postMessage({ ready: true });

self.onmessage = (event) => {
  const { id, request } = event.data;
  self.postMessage({ id, response: JSON.parse(self.rxAnswer(JSON.stringify(request))) });
};

const go = new Go();
fetch("rx.wasm")
  .then((answer) => answer.arrayBuffer())
  .then((bytes) => WebAssembly.instantiate(bytes, go.importObject))
  .then((module) => go.run(module.instance))
  .catch((error) => self.postMessage({ failed: String(error) }));
