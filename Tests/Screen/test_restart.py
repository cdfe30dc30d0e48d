"""A broker that crashes while people chat."""

import broker
from walk import Walk


class Restart(Walk):
    def test_all_come_back_by_themselves(self):
        ann, bob, reader = self.chat("ann"), self.chat("bob", (40, 10)), self.tail()
        self.say(ann, "before the crash")
        bob.wait_for("before the crash")
        reader.wait_for("ann: before the crash")

        broker.kill()
        for chat in (ann, bob):
            chat.wait_for("trying again in")
        reader.wait_for("trying again in")
        # What is written while there is no server is not lost from sight.
        ann.write("written in between")
        ann.wait_for("written in between")

        broker.start()
        for chat in (ann, bob):
            chat.wait_for("connected to RabbitMQ")
        reader.wait_for("connected again")
        ann.press("Enter")
        bob.wait_for("written in between")
        reader.wait_for("ann: written in between")
        self.say(bob, "돌아왔어요 🎉")
        ann.wait_for("돌아왔어요 🎉")
        reader.wait_for("bob: 돌아왔어요 🎉")
        self.assertEqual(reader.text().count("돌아왔어요"), 1)
