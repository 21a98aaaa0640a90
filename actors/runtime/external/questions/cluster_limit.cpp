// SPDX-License-Identifier: MIT
#include "actors/runtime/external/cluster_json.hpp"
#include "actors/runtime/external/external_question.hpp"
#include "policies/cluster/limit.hpp"

namespace malha::external {
namespace {

class ExternalLimit : public Elsewhere<cluster::Limit> {
public:
  using Elsewhere::Elsewhere;

  const char* why_refused(const cluster::QueuedJob& job, const cluster::LimitView& view) override {
    return there().wants("why_refused") ? code_of("why_refused", job, view) : nullptr;
  }
  const char* why_not_now(const cluster::QueuedJob& job, const cluster::LimitView& view) override {
    return code_of("why_not_now", job, view);
  }
  Seconds next_change(Seconds now) override {
    if (!there().wants("next_change"))
      return never;
    return there().ask(
        "next_change", [&](JsonLine& line) { line.member("now", now); },
        [](const Answer& answer) { return answer.real(); });
  }
  void submitted(const cluster::QueuedJob& job, Seconds now) override { tell("submitted", job, now); }
  void left(const cluster::QueuedJob& job, Seconds now) override { tell("left", job, now); }
  void started(const cluster::QueuedJob& job, Seconds now) override { tell("started", job, now); }
  void ended(const cluster::QueuedJob& job, Seconds start, Seconds end, bool waits_again) override {
    there().tell("ended", [&](JsonLine& line) {
      line.object("job", [&](JsonLine& one) { write_job(one, job); });
      line.member("start", start);
      line.member("end", end);
      line.member("waits_again", waits_again);
    });
  }
  bool limits() const override { return there().says("limits", true); }

private:
  void tell(const char* what, const cluster::QueuedJob& job, Seconds now) {
    there().tell(what, [&](JsonLine& line) {
      line.object("job", [&](JsonLine& one) { write_job(one, job); });
      line.member("now", now);
    });
  }

  const char* code_of(const char* what, const cluster::QueuedJob& job, const cluster::LimitView& view) {
    if (!std::exchange(has_shown_site_, true)) // all views show the same one
      there().tell("site", [&](JsonLine& line) { write_site(line, &view.site); });
    return there().ask(
        what,
        [&](JsonLine& line) {
          line.object("job", [&](JsonLine& one) { write_job(one, job); });
          line.object("view", [&](JsonLine& one) {
            one.member("now", view.now);
            one.member("nodes", view.nodes);
          });
        },
        [this](const Answer& answer) {
          return answer.is_null() ? nullptr : codes_.insert(answer.text()).first->c_str();
        });
  }

  bool has_shown_site_ = false;
  std::set<std::string> codes_; ///< answers refer to them
};

} // namespace

MALHA_EXTERNAL(external_question<ExternalLimit>({"why_not_now", "why_refused", "next_change"},
                                                {"site", "submitted", "left", "started", "ended"},
                                                {"limits"}))

} // namespace malha::external
