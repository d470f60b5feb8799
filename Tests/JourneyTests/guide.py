"""The guide of somebody's own places: answers come from what they may see, conversations stay on the machine."""

import json

from journey import Journey, journey


def asked(device, about: str, question: str, **fields) -> dict:
    return device.call("POST", f"{about}/guide/answers", {"question": question, **fields})


@journey("a memory of one device is answered from on another, a deleted one is not, and conversations stay where they are")
def memories(journey: Journey):
    ada = journey.person("Ada")
    desk = ada.begin()
    space = journey.import_room(desk, "Kitchen")
    memory = desk.run(
        "memory", "add", space, "--title", "The stove", "--text", "We bought the stove in Antwerp on 3 May 1998.",
        "--point", "1,1,1",
    ).json["id"]
    answer = desk.run("guide", "ask", "--space", space, "When did we buy the stove?").json
    assert "1998" in answer["answer"] and answer["citations"][0]["id"] == f"memory/{memory}", answer
    with desk.serving():
        kept = asked(desk, f"/spaces/{space}", "Where did we buy the stove?", conversation="new")
        assert "Antwerp" in kept["answer"] and kept["citations"][0]["target"]["memory"] == memory, kept
        library = asked(desk, "", "When did we buy the stove?")
        assert "1998" in library["answer"], library
    (conversation,) = desk.run("guide", "conversations", "--search", "antwerp").json["conversations"]
    assert conversation["id"] == kept["conversation"] and conversation["about"] == f"space:{space}", conversation
    ada.sync(desk)

    phone = ada.join("phone")
    ada.sync()
    with phone.serving():
        answer = asked(phone, f"/spaces/{space}", "When did we buy the stove?")
        assert "1998" in answer["answer"], answer
        assert phone.call("GET", "/guide/conversations")["conversations"] == [], "a conversation was synchronized"
        phone.call("DELETE", f"/memories/{memory}")
        gone = asked(phone, f"/spaces/{space}", "When did we buy the stove?")
        assert gone["declined"] and "1998" not in json.dumps(gone), gone
    ada.sync(phone, desk)
    gone = desk.run("guide", "ask", "--space", space, "When did we buy the stove?").json
    assert gone["declined"] and "1998" not in json.dumps(gone), gone
    text = desk.run("guide", "conversations", "--show", conversation["id"]).json["markdown"]
    assert "Antwerp" in text, text
    desk.run("guide", "conversations", "--delete", conversation["id"])
    assert desk.run("guide", "conversations").json["conversations"] == []
    desk.run("guide", "conversations", "--show", conversation["id"], code=1)
