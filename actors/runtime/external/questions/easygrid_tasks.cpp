// SPDX-License-Identifier: MIT
#include "actors/runtime/external/cluster_json.hpp"
#include "actors/runtime/external/external_question.hpp"
#include "policies/easygrid/give_up.hpp"
#include "policies/easygrid/launch.hpp"
#include "policies/easygrid/mediation.hpp"
#include "policies/easygrid/order.hpp"

namespace malha::external {
namespace {

class ExternalGiveUp : public Elsewhere<easygrid::GiveUp> {
public:
  using Elsewhere::Elsewhere;

  std::vector<std::size_t> give_up(const easygrid::GiveUpView& view) override {
    return there().ask(
        "give_up",
        [&](JsonLine& line) {
          line.object("view", [&](JsonLine& one) {
            one.member("now", view.now);
            one.member("fraction", view.fraction);
            one.list("ready", view.ready, write_task);
          });
        },
        positions_of);
  }
};

class ExternalLaunch : public Elsewhere<easygrid::Launch> {
public:
  using Elsewhere::Elsewhere;

  std::vector<std::size_t> launch(const easygrid::LaunchView& view) override {
    return there().ask(
        "launch",
        [&](JsonLine& line) {
          line.object("view", [&](JsonLine& one) {
            one.member("now", view.now);
            one.list("ready", view.ready, write_task);
            one.member("running", view.running);
            one.member("slots", view.slots);
            one.member("external_loads", view.external_loads);
            one.member("cores", view.cores);
          });
        },
        positions_of);
  }
};

class ExternalOrder : public Elsewhere<easygrid::LaunchOrder> {
public:
  using Elsewhere::Elsewhere;

  std::vector<std::size_t> launch(const easygrid::OrderView& view) override {
    return there().ask(
        "launch",
        [&](JsonLine& line) {
          line.object("view", [&](JsonLine& one) {
            one.member("now", view.now);
            one.list("waiting", view.waiting, [](JsonLine& waiting, const easygrid::WaitingTask& own) {
              waiting.object("task", [&](JsonLine& task) { write_task(task, own.task); });
              waiting.member("ready_since", own.ready_since);
            });
            one.member("running", view.running);
            one.member("slots", view.slots);
            one.member("external_loads", view.external_loads);
            one.member("cores", view.cores);
          });
        },
        positions_of);
  }
};

class ExternalMediation : public Elsewhere<easygrid::Mediation> {
public:
  using Elsewhere::Elsewhere;

  std::vector<std::size_t> choose(const easygrid::MediationView& view) override {
    return there().ask(
        "choose",
        [&](JsonLine& line) {
          line.object("view", [&](JsonLine& one) {
            one.member("now", view.now);
            one.member("site", view.site);
            one.list("wanted", view.wanted, [](JsonLine& wanted, const easygrid::WantedTask& task) {
              wanted.member("task", task.task);
              wanted.member("site", task.site);
              wanted.member("finish_there", task.finish_there);
              wanted.member("finish_here", task.finish_here);
              wanted.member("last_moved", task.last_moved);
            });
          });
        },
        positions_of);
  }
};

} // namespace

MALHA_EXTERNAL(external_question<ExternalGiveUp>({"give_up"}))
MALHA_EXTERNAL(external_question<ExternalLaunch>({"launch"}))
MALHA_EXTERNAL(external_question<ExternalOrder>({"launch"}))
MALHA_EXTERNAL(external_question<ExternalMediation>({"choose"}))

} // namespace malha::external
