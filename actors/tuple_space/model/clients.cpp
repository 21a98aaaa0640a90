// SPDX-License-Identifier: MIT
#include "clients.hpp"

#include <algorithm>

namespace malha::tuple_space {

ClientId SpaceClients::begin(int node) {
  auto& left = left_[index(node)];
  if (!left.empty())
    return *present_[index(node)].insert(left.extract(left.begin()).value()).first;
  nodes_.push_back(node);
  return *present_[index(node)].insert(static_cast<ClientId>(nodes_.size()) - 1).first;
}

void SpaceClients::leave(ClientId client) {
  present_[index(node_of(client))].erase(client);
  left_[index(node_of(client))].insert(client);
}

void SpaceClients::end_all(int node) {
  auto& ended = ended_[index(node)];
  for (auto* ending : {&present_[index(node)], &left_[index(node)]}) {
    ended.insert(ended.end(), ending->begin(), ending->end());
    gone_.merge(*ending);
    ending->clear();
  }
}

void SpaceClients::undone(ClientId client) {
  auto& ended = ended_[index(node_of(client))];
  ended.erase(std::remove(ended.begin(), ended.end(), client), ended.end());
}

std::vector<ClientId> SpaceClients::ended_before(ClientId client) const {
  return has_ended(client) ? std::vector<ClientId>{} : ended_on(node_of(client));
}

} // namespace malha::tuple_space
