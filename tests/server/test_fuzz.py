"""Malformed messages: no traceback, no 5xx, right close codes, memory comes back."""

import json
import random
import socket

import httpx
import pytest
from soaks.fuzz import allowed, leg
from soaks.nonsense import SHAKE


@pytest.mark.parametrize("limits", ["on", "off"])
def test_s7_schema_aware_and_raw_malformed_messages(tmp_path, limits):
    """``./dev soak fuzz`` sends a million and two hundred thousand raw ones in legs like this one."""
    sent, answered, before, after = leg(tmp_path, limits, 1500, 150, seconds=0)
    assert sent >= 1500
    assert answered > 1000
    assert after <= allowed(before)


def test_s7_unreadable_texts_that_come_together_are_one_close_and_no_error(server):
    """The second one arrives at a connection that is closing already."""
    with socket.create_connection(("127.0.0.1", server.port), 5, ("127.0.19.1", 0)) as connection:
        connection.sendall(SHAKE)
        assert b" 101 " in connection.recv(4096)
        connection.sendall(b"\x81\x82\0\0\0\0\xa3\xa3" * 3)
        while connection.recv(4096):
            pass
    assert "Traceback" not in server.log()


def test_the_http_side_keeps_its_own_schema(server):
    """A short run of schemathesis."""
    try_out_http(server, 400)


@pytest.mark.slow
def test_the_http_side_keeps_its_own_schema_through_twenty_thousand_cases(server):
    print(try_out_http(server, 20_000), "cases")


def try_out_http(server, cases):
    import schemathesis

    schema = schemathesis.openapi.from_url(f"{server.url}/api/schema/openapi.json")
    chance = random.Random(5)
    kept = httpx.Limits(keepalive_expiry=2)  # The server closes idle connections after five seconds.
    addresses = [f"127.0.{i}.{chance.randrange(1, 250)}" for i in range(20, 220)]
    clients = [
        httpx.Client(base_url=server.url, transport=httpx.HTTPTransport(local_address=each, limits=kept))
        for each in addresses
    ]
    # POST /api/party would let the home network in.
    operations = [
        operation
        for each in schema.get_all_operations()
        if ((operation := each.ok()).path, operation.method.upper()) != ("/api/party", "POST")
    ]
    assert len(operations) >= 18
    done = 0
    failures = []
    from hypothesis import HealthCheck, Phase, given, settings

    def try_out(operation, examples):

        @given(case=operation.as_strategy())
        @settings(max_examples=examples, database=None, deadline=None,
                  suppress_health_check=list(HealthCheck), phases=[Phase.generate])  # fmt: skip
        def check(case):
            nonlocal done
            done += 1
            kwargs = case.as_transport_kwargs(base_url=server.url)
            client = clients[done % len(clients)]
            body = kwargs.get("json")
            answer = client.request(case.method, kwargs["url"], params=kwargs.get("params"), headers=kwargs.get("headers"),
                                    content=json.dumps(body) if body is not None else kwargs.get("data"))  # fmt: skip
            if answer.status_code >= 500:
                failures.append((case.method, kwargs["url"], body, answer.text))
                return
            if answer.status_code != 429:
                documented = {str(code) for code in case.operation.definition.raw["responses"]}
                if str(answer.status_code) not in documented:
                    failures.append((case.method, kwargs["url"], answer.status_code, answer.text))
            if answer.status_code >= 400:
                told = answer.json()
                assert told["code"]
                assert told["message"]["text"]

        check()

    while done < cases and not failures:  # Operations without parameters have one case only: the others get theirs.
        examples = -(-(cases - done) // len(operations))
        for operation in operations:
            try_out(operation, examples)
    assert not failures, failures[:5]
    return done
