#!/usr/bin/env node
// Becomes the belay of the package for this system, with the same words, streams, signals and exit code.
"use strict";

const { readdirSync, statSync, utimesSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { isatty } = require("node:tty");
const { spawn } = require("node:child_process");

const platform = `${process.platform}-${process.arch}`;
const version = require("../package.json").version;

/** The folder of the package for this system; says what to do where there is none. */
function installed() {
  const name = `belay-mcp-${platform}`;
  try {
    return dirname(require.resolve(`${name}/package.json`));
  } catch {
    const known = Object.keys(require("../package.json").optionalDependencies);
    if (known.includes(name)) {
      console.error(`belay-mcp: the package ${name} is missing; npm leaves it out with --omit=optional or --no-optional.`);
      console.error(`belay-mcp: install it: npm install ${name}@${version}`);
    } else {
      console.error(`belay-mcp: there is no package for ${platform}; there are: ${known.map((one) => one.slice(10)).join(", ")}.`);
      console.error("belay-mcp: where a Java 25 or newer is, Belay runs from its sources: see its README.");
    }
    process.exit(1);
  }
}

/** Gives the jars the times they were built with: npm does not keep them, and with others the JVM does not use its cache. */
function restoreTimes(folder) {
  const built = require(join(folder, "package.json")).belay.built;
  for (const build of readdirSync(join(folder, "lib"))) {
    const lib = join(folder, "lib", build);
    const jars = readdirSync(lib).filter((name) => name.endsWith(".jar"));
    const modules = join(lib, "runtime", "lib", "modules");
    if (statSync(modules).mtimeMs === built * 1000) continue;
    // The last one tells that all are done.
    for (const file of [...jars.map((jar) => join(lib, jar)), modules]) utimesSync(file, built, built);
  }
}

/** A child, where this Node cannot become it: it ends with this process, however that ends. */
function runBeside(belay, words) {
  // The watcher reads from a pipe that only this process holds open; its end without a word is the end of this process.
  const watched = '(read -r word <&3 || kill -TERM $$) </dev/null >/dev/null 2>&1 & exec "$0" "$@" 3<&-';
  const child = spawn("/bin/sh", ["-c", watched, belay, ...words], { stdio: ["inherit", "inherit", "inherit", "pipe"] });
  // Not process.stdin: Node would have the shared pipe answer without waiting, which belay would take for an error.
  const onTerminal = [0, 1, 2].some(isatty);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"]) {
    // A terminal sends its signals to both, and a second one would force what the first one asks for.
    process.on(signal, () => {
      if (signal === "SIGTERM" || !onTerminal) child.kill(signal);
    });
  }
  child.stdio[3].on("error", () => {});
  child.on("error", (error) => {
    console.error(`belay-mcp: cannot start ${belay}: ${error.message}`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => {
    child.stdio[3].end("ended\n", () => {
      if (signal === null) process.exit(code);
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    });
  });
}

const folder = installed();
const belay = join(folder, "bin", "belay");
const words = process.argv.slice(2);
try {
  restoreTimes(folder);
} catch {
  // Somebody else's files: it starts all the same, only slower.
}
if (typeof process.execve === "function") {
  process.emitWarning = () => {}; // it is marked as experimental
  process.execve(belay, [belay, ...words], process.env);
} else {
  runBeside(belay, words);
}
