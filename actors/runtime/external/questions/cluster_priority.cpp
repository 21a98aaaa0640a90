// SPDX-License-Identifier: MIT
#include "actors/runtime/external/cluster_json.hpp"
#include "actors/runtime/external/external_question.hpp"
#include "policies/cluster/priority.hpp"

namespace malha::external {
namespace {

class ExternalPriority : public Elsewhere<cluster::Priority> {
public:
  using Elsewhere::Elsewhere;

  double priority(const cluster::QueuedJob& job, const cluster::PriorityView& view) override {
    show_site(view);
    return there().ask(
        "priority",
        [&](JsonLine& line) {
          line.object("job", [&](JsonLine& one) { write_job(one, job); });
          line.object("view", [&](JsonLine& one) {
            one.member("now", view.now);
            one.member("nodes", view.nodes);
            one.member("waiting", static_cast<std::int64_t>(view.queue.size()));
          });
        },
        [](const Answer& answer) { return answer.real(); });
  }
  Seconds next_pass(Seconds now) override {
    if (!there().wants("next_pass"))
      return never;
    return there().ask(
        "next_pass", [&](JsonLine& line) { line.member("now", now); },
        [](const Answer& answer) { return answer.real(); });
  }
  void started(const cluster::QueuedJob& job, Seconds now) override {
    there().tell("started", [&](JsonLine& line) {
      line.object("job", [&](JsonLine& one) { write_job(one, job); });
      line.member("now", now);
    });
  }
  void ended(const cluster::QueuedJob& job, Seconds start, Seconds end) override {
    there().tell("ended", [&](JsonLine& line) {
      line.object("job", [&](JsonLine& one) { write_job(one, job); });
      line.member("start", start);
      line.member("end", end);
    });
  }
  bool ranks() const override { return there().says("ranks", true); }

private:
  /// Rules and accounts of a site stay as they are.
  void show_site(const cluster::PriorityView& view) {
    if (std::exchange(has_shown_site_, true))
      return;
    there().tell("site", [&](JsonLine& line) {
      write_site(line, view.site);
      if (view.shares != nullptr)
        line.object("shares", [&](JsonLine& one) { write_shares(one, *view.shares); });
    });
  }

  bool has_shown_site_ = false;
};

} // namespace

MALHA_EXTERNAL(external_question<ExternalPriority>({"priority", "next_pass"}, {"site", "started", "ended"},
                                                   {"ranks"}))

} // namespace malha::external
