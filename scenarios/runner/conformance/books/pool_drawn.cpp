// SPDX-License-Identifier: MIT
#include "pool_drawn.hpp"

namespace malha::conformance {

void GivenPool::fields(Fields& field, Draw& draw) {
  field("after", after_, from(0, 1e9), draw.integer(0, 20));
  const auto shares = draw.once("shares", [&] {
    std::vector<int> drawn(8);
    for (auto& share : drawn)
      share = draw.integer(0, 3);
    return drawn;
  });
  users_.resize(shares.size());
  auto share = shares.begin();
  std::vector<int> unserved;
  field.list("users", users_, [&](Fields& of_user, GivenUser& user) {
    of_user("share", user.share, from(0, 1e9), share == shares.end() ? 0 : *share++);
    of_user("ready", user.ready, from(0, 1000), draw.integer(0, 4));
    unserved.push_back(user.ready);
  });
  machines_.resize(draw.once("machines", [&] { return draw.count(1, 8); }));
  field.list("machines", machines_, [&](Fields& of_machine, GivenMachine& machine) {
    machine_fields(of_machine, machine, unserved, draw);
  });
  field.need(!users_.empty() && !machines_.empty(), "there is no user, or no machine");
}

/// `unserved` are the ready tasks of each user that no machine is kept for.
void GivenPool::machine_fields(Fields& field, GivenMachine& machine, std::vector<int>& unserved, Draw& draw) {
  const int last = static_cast<int>(unserved.size()) - 1, user = draw.integer(0, last);
  bool is_down = false;
  if (field.has("is_down", draw.one_in(6)))
    field("is_down", is_down, 1);
  if (is_down) {
    machine.state = GivenMachine::is_down;
  } else if (field.has("runs", draw.one_in(2))) {
    machine.state = GivenMachine::runs;
    field("runs", machine.user, from(0, last), user);
    field("since", machine.since, from(0, 1e9), draw.integer(0, 20));
    field("executed", machine.executed, from(0, 1e9), draw.integer(0, 20));
  } else if (field.has("kept_for", draw.one_in(4) && unserved[Book::index(user)] > 0)) {
    machine.state = GivenMachine::is_kept;
    field("kept_for", machine.user, from(0, last), user);
    field.need(--unserved[Book::index(machine.user)] >= 0,
               "a machine is kept for a user without a further task");
  }
}

Book GivenPool::book(Seconds before) const {
  std::vector<double> shares;
  for (const auto& user : users_)
    shares.push_back(user.share);
  Book pool(shares, static_cast<int>(machines_.size()));
  pool.now = before + after_;
  for (std::size_t user = 0; user < users_.size(); ++user)
    pool.ready(static_cast<int>(user), users_[user].ready);
  for (std::size_t i = 0; i < machines_.size(); ++i) {
    const auto& machine = machines_[i];
    const int place = static_cast<int>(i);
    if (machine.state == GivenMachine::is_down)
      pool.crash(place);
    else if (machine.state == GivenMachine::runs)
      pool.run(machine.user, place, pool.now - machine.since, machine.executed);
    else if (machine.state == GivenMachine::is_kept)
      pool.keep(place, machine.user);
  }
  return pool;
}

Book GivenPool::next_book(Asking& asking) const {
  auto pool = book(asking.clock);
  asking.clock = pool.now;
  asking.stays("the number of users", pool.users.size());
  asking.stays("the number of machines", pool.machines.size());
  return pool;
}

} // namespace malha::conformance
