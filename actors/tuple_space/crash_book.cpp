// SPDX-License-Identifier: MIT
#include "crash_book.hpp"

namespace malha::tuple_space {

void CrashBook::crashed(int node, Seconds now) {
  for (const auto client : clients_.ended_on(node)) {
    down_.insert(client);
    journal_.crashed(client, now);
  }
  if (node == resources())
    return;
  ++resources_down_;
  journal_.bags().down(node, now);
}

void CrashBook::recovered(int node, Seconds now) {
  if (node == resources())
    return;
  --resources_down_;
  journal_.bags().up(node, now);
}

bool CrashBook::is_replaced(ClientId client) const {
  return is_down(client) && hosts_[static_cast<std::size_t>(clients_.node_of(client))]->is_on();
}

} // namespace malha::tuple_space
