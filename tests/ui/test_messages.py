"""What the configuration makes of Streamlit's messages."""

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_cache import populate_hash_if_needed


def test_no_message_is_kept_to_be_referred_to_after_the_browser_may_have_dropped_it() -> None:
    picture = ForwardMsg()
    picture.delta.new_element.text.body = "0" * 2_000_000
    populate_hash_if_needed(picture)
    assert not picture.metadata.cacheable
