// Adds the Java of the packages to the list of what is in them:  bill.mjs BILL RELEASE-FILE VENDOR > WHOLE-BILL
import { readFileSync } from "node:fs";

const [bill, release, vendor] = process.argv.slice(2);
const whole = JSON.parse(readFileSync(bill, "utf8"));
const said = Object.fromEntries(
  readFileSync(release, "utf8").split("\n").filter(Boolean).map((line) => /^(\w+)="?([^"]*)"?$/.exec(line).slice(1)),
);
const version = said.JAVA_VERSION;
whole.components.push({
  type: "platform",
  "bom-ref": `pkg:generic/openjdk@${version}`,
  supplier: { name: vendor },
  name: "openjdk",
  version,
  description: `Java runtime of the modules ${said.MODULES}`,
  licenses: [{ expression: "GPL-2.0-only WITH Classpath-exception-2.0" }],
  purl: `pkg:generic/openjdk@${version}`,
});
process.stdout.write(JSON.stringify(whole, null, 2) + "\n");
