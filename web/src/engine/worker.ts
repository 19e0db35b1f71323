/** The engine, in a worker. */
import type { Port } from "../../../packages/onplay/dist/remote.js";
import { serve } from "../../../packages/onplay/dist/serve.js";

serve(self as unknown as Port);
