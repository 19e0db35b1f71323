import "../dist/worker.js"; // outside this folder: import "onplay/worker"
