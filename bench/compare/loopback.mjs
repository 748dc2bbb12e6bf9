// Loaded into gateways in Node before their own code: whatever they listen at is loopback, also where they have no option for it.
import net from 'node:net';

const listen = net.Server.prototype.listen;

net.Server.prototype.listen = function (first, ...rest) {
  if (first !== null && typeof first === 'object') return listen.call(this, { ...first, host: '127.0.0.1' }, ...rest);
  const callback = rest.find((argument) => typeof argument === 'function');
  return listen.call(this, { port: Number(first), host: '127.0.0.1' }, ...(callback ? [callback] : []));
};
