// On every page except the table: send the entries left in the outbox when the table was closed.

import { deliverAll } from "./deliveries.js";

const deliver = () => deliverAll();

window.addEventListener("online", deliver);
deliver();
