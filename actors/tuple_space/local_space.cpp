// SPDX-License-Identifier: MIT
#include "local_space.hpp"

#include "actors/tuple_space/model/vocabulary.hpp"

namespace malha::tuple_space {

LocalSpace::LocalSpace(RandomStreams::Engine* choice, SpaceClients& clients, const CrashBook& crashes)
    : store_(shapes(), choice), clients_(clients), crashes_(crashes) {
  store_.out(tuple_of(kinds::ticket, std::int64_t(0)));
}

void LocalSpace::undo(ClientId client) {
  store_.client_failed(client);
  clients_.undone(client);
}

void LocalSpace::undo_before(ClientId client, Seconds date) {
  for (const auto crashed : clients_.ended_before(client)) {
    undo(crashed);
    serve(date);
  }
}

LocalSpace::Sleeper& LocalSpace::sleeper(ClientId client) {
  const auto index = static_cast<std::size_t>(client);
  if (sleepers_.size() <= index)
    sleepers_.resize(index + 1);
  auto& one = sleepers_[index];
  if (!one)
    one = std::make_unique<Sleeper>();
  return *one;
}

std::pair<Tuple, Seconds> LocalSpace::await(ClientId client) {
  auto& one = sleeper(client);
  one.wakes->acquire();
  auto answer = std::move(one.answer.value());
  one.answer.reset();
  return answer;
}

void LocalSpace::serve(Seconds date) {
  for (auto& [client, request, tuple] : store_.take_served()) {
    if (crashes_.is_down(client))
      continue;
    auto& one = sleeper(client);
    one.answer = {std::move(tuple), date};
    one.wakes->release();
  }
}

} // namespace malha::tuple_space
