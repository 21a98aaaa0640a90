// SPDX-License-Identifier: MIT
#include "actors/runtime/external/cluster_json.hpp"
#include "actors/runtime/external/external_question.hpp"
#include "actors/runtime/external/network_json.hpp"
#include "policies/easygrid/balance.hpp"
#include "policies/easygrid/distribution.hpp"
#include "policies/easygrid/pending.hpp"

namespace malha::external {
namespace {

class ExternalBalance : public Elsewhere<easygrid::Balance> {
public:
  using Elsewhere::Elsewhere;

  std::optional<easygrid::Rebalance> rebalance(const easygrid::BalanceView& view) override {
    return there().ask(
        "rebalance",
        [&](JsonLine& line) {
          line.object("view", [&](JsonLine& one) {
            one.member("now", view.now);
            one.list("children", view.children, [](JsonLine& child, const easygrid::ChildLoad& load) {
              child.member("child", load.child);
              child.member("power", load.power);
              child.member("ert", load.ert);
            });
          });
        },
        rebalance_in);
  }

private:
  static std::optional<easygrid::Rebalance> rebalance_in(const Answer& answer) {
    if (answer.is_null())
      return std::nullopt;
    answer.allow({"giver", "fraction", "receivers"});
    easygrid::Rebalance rebalance{answer.index("giver"), answer.real("fraction"), {}};
    answer.each("receivers", [&](const Answer& one) {
      one.allow({"child", "weight"});
      rebalance.receivers.push_back({one.index("child"), one.real("weight")});
    });
    return rebalance;
  }
};

class ExternalDistribution : public Elsewhere<easygrid::Distribution> {
public:
  using Elsewhere::Elsewhere;

  std::vector<easygrid::Placement> distribute(const easygrid::DistributionView& view) override {
    return there().ask(
        "distribute",
        [&](JsonLine& line) {
          line.object("view", [&](JsonLine& one) {
            one.member("now", view.now);
            one.list("tasks", view.tasks, write_task);
            one.list("children", view.children, [](JsonLine& child, const easygrid::Share& share) {
              child.member("child", share.child);
              child.member("weight", share.weight);
            });
          });
        },
        [](const Answer& answer) {
          std::vector<easygrid::Placement> placements;
          answer.each([&](const Answer& one) {
            one.allow({"task", "child"});
            placements.push_back({one.position("task"), one.index("child")});
          });
          return placements;
        });
  }
};

class ExternalPending : public Elsewhere<easygrid::Pending> {
public:
  using Elsewhere::Elsewhere;

  std::vector<easygrid::Relocation> relocate(const easygrid::PendingView& view) override {
    return there().ask(
        "relocate",
        [&](JsonLine& line) { line.object("view", [&](JsonLine& one) { write_view(one, view); }); },
        [](const Answer& answer) {
          std::vector<easygrid::Relocation> moves;
          answer.each([&](const Answer& one) {
            one.allow({"task", "host"});
            moves.push_back({one.position("task"), one.index("host")});
          });
          return moves;
        });
  }

private:
  static void write_view(JsonLine& line, const easygrid::PendingView& view) {
    line.member("now", view.now);
    line.list("tasks", view.tasks, [](JsonLine& one, const easygrid::PendingTask& task) {
      one.member("work", task.work);
      one.member("host", task.host);
      one.list("inputs", task.inputs, [](JsonLine& of_input, const easygrid::PendingInput& input) {
        of_input.member("task", input.task);
        of_input.member("host", input.host);
        of_input.member("at", input.at);
        of_input.member("data", input.data);
      });
    });
    line.list("hosts", view.hosts, [](JsonLine& one, const easygrid::PendingHost& host) {
      one.member("host", host.host);
      one.member("power", host.power);
      one.member("free_at", host.free_at);
    });
    write_network(line, view.network);
  }
};

} // namespace

MALHA_EXTERNAL(external_question<ExternalBalance>({"rebalance"}))
MALHA_EXTERNAL(external_question<ExternalDistribution>({"distribute"}))
MALHA_EXTERNAL(external_question<ExternalPending>({"relocate"}))

} // namespace malha::external
