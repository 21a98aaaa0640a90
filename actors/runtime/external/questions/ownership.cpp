// SPDX-License-Identifier: MIT
#include "actors/runtime/external/cluster_json.hpp"
#include "actors/runtime/external/external_question.hpp"
#include "policies/ownership/negotiation.hpp"
#include "policies/ownership/preemption.hpp"

namespace malha::external {
namespace {

void write_user_of_pool(JsonLine& line, const ownership::User& user) {
  line.member("name", user.name);
  line.member("share", user.share);
  line.member("held", user.held);
  line.member("kept", user.kept);
  line.member("machines_kept", user.machines_kept);
  line.member("first_submission", user.first_submission);
  line.list("ready", user.ready, [](JsonLine& one, const auto& by_id) {
    const auto& ready = by_id.second;
    one.object("task", [&](JsonLine& own) { write_task(own, ready.task); });
    one.member("executed", ready.executed);
    one.member("computed", ready.computed);
    one.member("passed", ready.passed);
  });
  line.list("running", user.running, [](JsonLine& one, const ownership::RunningTask& task) {
    one.member("id", task.id);
    one.member("machine", task.machine);
    one.member("start", task.start);
    one.member("executed", task.executed);
  });
  line.member("machine_seconds", user.machine_seconds);
}

/// Who owns a machine, and for whom it is kept, is left out if it is nobody.
void write_machine_of_pool(JsonLine& line, const ownership::Machine& machine) {
  line.member("speed", machine.speed);
  line.member("capacity", machine.capacity);
  if (machine.owner)
    line.member("owner", *machine.owner);
  line.member("is_up", machine.is_up);
  if (machine.kept_for)
    line.member("kept_for", *machine.kept_for);
}

void write_pool(JsonLine& line, const ownership::PoolView& view) {
  line.object("view", [&](JsonLine& all) {
    all.member("now", view.now);
    all.list("users", view.users, write_user_of_pool);
    all.list("machines", view.machines, write_machine_of_pool);
    all.member("mean_capacity", view.mean_capacity);
    all.member("free", view.free);
    all.member("kept", view.kept);
    all.list("changes", view.changes, [](JsonLine& one, const ownership::HeldChange& change) {
      one.member("date", change.date);
      one.member("user", change.user);
      one.member("machines", change.machines);
    });
  });
}

class ExternalNegotiate : public Elsewhere<ownership::Negotiate> {
public:
  using Elsewhere::Elsewhere;

  std::vector<ownership::Start> negotiate(const ownership::PoolView& view) override {
    return there().ask(
        "negotiate", [&](JsonLine& line) { write_pool(line, view); },
        [](const Answer& answer) {
          std::vector<ownership::Start> starts;
          answer.each([&](const Answer& one) {
            one.allow({"user", "task", "machine"});
            starts.push_back({one.index("user"), one.integer("task"), one.index("machine")});
          });
          return starts;
        });
  }
};

class ExternalPreempt : public Elsewhere<ownership::Preempt> {
public:
  using Elsewhere::Elsewhere;

  ownership::PreemptionDecision preempt(const ownership::PoolView& view) override {
    return there().ask(
        "preempt", [&](JsonLine& line) { write_pool(line, view); },
        [](const Answer& answer) {
          answer.allow({"stops", "keeps", "ask_again"});
          ownership::PreemptionDecision decision;
          answer.each("stops", [&](const Answer& one) { decision.stops.push_back(keep_in(one)); });
          answer.each("keeps", [&](const Answer& one) { decision.keeps.push_back(keep_in(one)); });
          decision.ask_again = answer.flag("ask_again", false);
          return decision;
        });
  }

private:
  static ownership::Keep keep_in(const Answer& answer) {
    answer.allow({"machine", "user"});
    return {answer.index("machine"), answer.index("user")};
  }
};

} // namespace

MALHA_EXTERNAL(external_question<ExternalNegotiate>({"negotiate"}))
MALHA_EXTERNAL(external_question<ExternalPreempt>({"preempt"}))

} // namespace malha::external
