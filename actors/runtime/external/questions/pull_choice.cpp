// SPDX-License-Identifier: MIT
#include "policies/pull/choice.hpp"

#include "actors/runtime/external/external_question.hpp"

namespace malha::external {
namespace {

class ExternalChoice : public Elsewhere<pull::Choice> {
public:
  using Elsewhere::Elsewhere;

  std::vector<int> classes_of(const std::vector<double>& amounts) override {
    return there().ask(
        "classes_of", [&](JsonLine& line) { line.member("amounts", amounts); },
        [](const Answer& answer) {
          std::vector<int> classes;
          answer.each([&](const Answer& one) { classes.push_back(one.index()); });
          return classes;
        });
  }
  std::vector<pull::Wanted> wanted(const pull::ChoiceView& view) override {
    return there().ask(
        "wanted",
        [&](JsonLine& line) {
          line.object("view", [&](JsonLine& one) {
            one.member("resource_class", view.resource_class);
            one.list("jobs", view.jobs, [](JsonLine& of_job, const pull::OfferedJob& job) {
              of_job.member("id", job.id);
              of_job.member("ticket", job.ticket);
              of_job.member("tasks", job.tasks);
            });
          });
        },
        [](const Answer& answer) {
          std::vector<pull::Wanted> wanted;
          answer.each([&](const Answer& one) {
            one.allow({"job", "task_class"});
            wanted.push_back({one.integer("job"), one.index("task_class")});
          });
          return wanted;
        });
  }
};

} // namespace

MALHA_EXTERNAL(external_question<ExternalChoice>({"wanted", "classes_of"}))

} // namespace malha::external
