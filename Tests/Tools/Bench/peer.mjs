// The peer of `Scripts/bench tail`: stomp.js and JSON.parse, as a program that prints each text would use them.
// Run as: node --experimental-websocket peer.mjs STOMPJS URL COUNT
import { pathToFileURL } from "node:url";

const [folder, url, count] = process.argv.slice(2);
const { Client } = await import(pathToFileURL(`${folder}/esm6/index.js`));
let seen = 0;
let last = "";
const client = new Client({ brokerURL: url, reconnectDelay: 0, heartbeatIncoming: 0, heartbeatOutgoing: 0 });
client.onConnect = () => {
  client.subscribe("/user/queue/community/threads/events", (message) => {
    last = JSON.parse(message.body).payload.message.content;
    seen += 1;
    if (seen === Number(count)) client.deactivate().then(() => process.exit(last ? 0 : 1));
  });
};
client.onWebSocketError = () => process.exit(1);
client.activate();
