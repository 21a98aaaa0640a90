// SPDX-License-Identifier: MIT
#include "pool_drawn.hpp"

namespace malha::conformance {
namespace {

/// What a machine does. Tasks of `ready` that nobody keeps a machine for are left in `unserved`.
Json drawn_machine(Draw& draw, std::vector<int>& unserved) {
  const int user = draw.integer(0, static_cast<int>(unserved.size()) - 1);
  auto& left = unserved[Book::index(user)];
  Json machine = Json::object();
  if (draw.one_in(6)) {
    machine["is_down"] = 1;
  } else if (draw.one_in(2)) {
    machine["runs"] = user;
    machine["since"] = draw.integer(0, 20);
    machine["executed"] = draw.integer(0, 20);
  } else if (draw.one_in(4) && left > 0) {
    machine["kept_for"] = user;
    --left;
  }
  return machine;
}

void crash(Book& pool, int machine) {
  pool.free.remove(IndexSet(machine, 1));
  pool.machines[Book::index(machine)].is_up = false;
}

void read_machine(Book& pool, int place, const Json& one) {
  const Part machine(one, {"is_down", "runs", "since", "executed", "kept_for"});
  const int users = static_cast<int>(pool.users.size());
  if (machine.flag("is_down")) {
    crash(pool, place);
  } else if (machine.has("runs")) {
    pool.run(machine.integer("runs", 0, 0, users - 1), place, pool.now - machine.real("since", 0, 0, 1e9),
             machine.real("executed", 0, 0, 1e9));
  } else if (machine.has("kept_for")) {
    const int user = machine.integer("kept_for", 0, 0, users - 1);
    need(pool.users[Book::index(user)].unserved() > 0, "a machine is kept for nobody's task");
    pool.keep(place, user);
  }
}

} // namespace

Json drawn_pool(Draw& draw) {
  Json view{{"after", draw.integer(0, 20)}, {"users", Json::array()}, {"machines", Json::array()}};
  const auto& shares = draw.once("shares", [&] {
    std::vector<int> drawn(8);
    for (auto& share : drawn)
      share = draw.integer(0, 3);
    return Json(drawn);
  });
  std::vector<int> unserved;
  for (const auto& share : shares) {
    unserved.push_back(draw.integer(0, 4));
    view["users"].push_back({{"share", share}, {"ready", unserved.back()}});
  }
  const int machines = draw.once("machines", [&] { return draw.integer(1, 8); }).get<int>();
  for (int machine = 0; machine < machines; ++machine)
    view["machines"].push_back(drawn_machine(draw, unserved));
  return view;
}

Book pool_of(const Json& view, Seconds before) {
  const Part all(view, {"after", "users", "machines"});
  std::vector<double> shares;
  std::vector<int> ready;
  for (const auto& one : all.list("users")) {
    const Part user(one, {"share", "ready"});
    shares.push_back(user.real("share", 0, 0, 1e9));
    ready.push_back(user.integer("ready", 0, 0, 1000));
  }
  const auto& machines = all.list("machines");
  need(!shares.empty() && !machines.empty(), "there is no user, or no machine");
  Book pool(shares, static_cast<int>(machines.size()));
  pool.now = before + all.real("after", 0, 0, 1e9);
  for (std::size_t user = 0; user < ready.size(); ++user)
    pool.ready(static_cast<int>(user), ready[user]);
  for (std::size_t place = 0; place < machines.size(); ++place)
    read_machine(pool, static_cast<int>(place), machines[place]);
  return pool;
}

Book next_pool(const Json& view, Asking& asking) {
  auto pool = pool_of(view, asking.clock);
  asking.clock = pool.now;
  asking.stays("the number of users", pool.users.size());
  asking.stays("the number of machines", pool.machines.size());
  return pool;
}

} // namespace malha::conformance
