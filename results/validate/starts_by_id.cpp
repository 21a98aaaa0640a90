// SPDX-License-Identifier: MIT
#include "starts_by_id.hpp"

#include "policies/sdk/numbers.hpp"

namespace malha {
namespace {

/// The number that the id is, from 0 on, written as numbers are; nothing if it is another text: "07".
std::optional<std::int64_t> number_in(const std::string& id) {
  const auto number = parse_number<std::int64_t>(id);
  return number && *number >= 0 && std::to_string(*number) == id ? number : std::nullopt;
}

} // namespace

template <class Change>
void StartsById::change(const std::string& id, Change&& change) {
  if (const auto number = number_in(id)) {
    auto& block = blocks_[*number / in_block];
    const auto place = static_cast<std::size_t>(*number % in_block);
    change(block.states[place], block.starts[place]);
  } else {
    auto& job = others_[id];
    change(job.state, job.start);
  }
}

bool StartsById::add(const std::string& id) {
  bool is_new = false;
  change(id, [&](State& state, Seconds&) {
    is_new = state == absent;
    if (is_new)
      state = added;
  });
  jobs_ += is_new ? 1 : 0;
  return is_new;
}

void StartsById::set_start(const std::string& id, Seconds start) {
  change(id, [&](State& state, Seconds& its_start) {
    jobs_ += state == absent ? 1 : 0;
    starts_ += state == started ? 0 : 1;
    state = started;
    its_start = start;
  });
}

StartsById::Job StartsById::job(const std::string& id) const {
  if (const auto number = number_in(id)) {
    const auto block = blocks_.find(*number / in_block);
    const auto place = static_cast<std::size_t>(*number % in_block);
    return block == blocks_.end() ? Job() : Job{block->second.states[place], block->second.starts[place]};
  }
  const auto other = others_.find(id);
  return other == others_.end() ? Job() : other->second;
}

bool StartsById::has(const std::string& id) const { return job(id).state != absent; }

std::optional<Seconds> StartsById::start_of(const std::string& id) const {
  const auto found = job(id);
  return found.state == started ? std::optional(found.start) : std::nullopt;
}

} // namespace malha
