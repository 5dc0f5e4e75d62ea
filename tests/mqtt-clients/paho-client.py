"""Paho's client for Python with its defaults: publishes each line it reads, or prints what it hears."""
import sys, threading
import paho.mqtt.client as mqtt

what, protocol, port, user, token, topic, qos = sys.argv[1:8]
client = mqtt.Client(protocol=int(protocol))
client.username_pw_set(user, token)
client.on_message = lambda _client, _data, message: print(message.payload.decode(), flush=True)
connected = threading.Event()


def on_connect(*_):
    if what == "listen":
        client.subscribe(topic, int(qos))
    connected.set()


client.on_connect = on_connect
client.connect("127.0.0.1", int(port))
client.loop_start()
connected.wait()
for line in sys.stdin:
    client.publish(topic, line.strip(), int(qos)).wait_for_publish()
