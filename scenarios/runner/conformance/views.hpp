// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/broken_rule.hpp"
#include "fields.hpp"
#include "policies/sdk/beginning.hpp"
#include "policies/sdk/linked_parts.hpp"
#include "policies/sdk/plugin.hpp"

#include <utility>

namespace malha::conformance {

/// Thrown if a policy does something that it must not do.
struct Flaw : std::runtime_error {
  Flaw(std::string what_kind, const std::string& sentence)
      : std::runtime_error(sentence), kind(std::move(what_kind)) {}

  std::string kind; ///< "rules", "output", …: the row of the report in which it stands
};

/// Puts views to one instance of a policy, one after the other, and keeps what must be remembered of them. A
/// derived class watches each call.
class Asking {
public:
  Asking() = default;
  virtual ~Asking() = default;
  Asking(const Asking&) = delete;
  Asking& operator=(const Asking&) = delete;

  Seconds clock = 0; ///< the date of the view; dates never go back
  /// Sums over earlier views, by name.
  std::map<std::string, double> sums;

  /// Throws NoView unless the value equals that of every earlier view: it cannot change on one grid.
  void stays(const std::string& name, const Json& value) {
    need(fixed_.emplace(name, value).first->second == value, name + " changes from one view to the next");
  }

  /// Calls the policy, and returns its answer. Throws Flaw if the policy throws.
  template <class Call>
  auto ask(const Call& call) {
    begins();
    auto answer = [&] {
      try {
        return call();
      } catch (const std::exception& error) {
        throw Flaw("rules", "it throws: " + beginning_of(error.what()));
      } catch (...) {
        throw Flaw("rules", "it throws something that is no std::exception");
      }
    }();
    ends();
    return answer;
  }

  /// A trait that an answer shows, and the evidence. The policy must declare the trait, with at least this
  /// amount if the trait has one.
  struct ShownTrait {
    double amount;
    std::string what; ///< "it starts a second copy of task 3"
  };
  void shows(Trait trait, const std::string& what, double amount = 0) {
    const auto [known, is_new] = traits_.emplace(trait, ShownTrait{amount, what});
    if (!is_new && amount > known->second.amount)
      known->second = {amount, what};
  }
  /// The traits of all answers so far.
  const std::map<Trait, ShownTrait>& traits() const { return traits_; }

private:
  virtual void begins() {}
  virtual void ends() {}

  std::map<std::string, Json> fixed_;
  std::map<Trait, ShownTrait> traits_;
};

/// The random views of one question, how a policy is asked them, and which rules it must keep. Views and
/// answers are JSON, so that they can be printed, made smaller and asked again. One file in
/// scenarios/runner/conformance/questions, or of a plugin, has those of one question: it ends with
/// MALHA_VIEWS.
struct __attribute__((visibility("default"))) Views {
  static constexpr const char* kind = "views";

  std::string name; ///< the question
  Json (*draw)(Draw& draw);
  /// Asks the policy, and returns its answer. Throws NoView if the view is not valid, and BrokenRule for a
  /// rule that is broken before the last answer.
  Json (*ask)(Policy& policy, const Json& view, Asking& asking);
  /// The rule that the answer breaks; "": none.
  std::string (*broken_rule)(const Json& view, const Json& answer);
  bool is_alone = false;     ///< each view is put to an instance of its own
  bool is_whole_run = false; ///< each view leads to many decisions
  int place = last_place;
};

/// The views of a question; null if they are not known.
inline const Views* views_of(const std::string& question) {
  for (const auto& views : linked_parts<Views>())
    if (views.name == question)
      return &views;
  return nullptr;
}

/// The views of a class, which has the question as `Question`, and these functions. `fields(Fields&, Draw&)`
/// names the members of a view. `ask(Question&, Asking&)` asks the policy, and returns its answer as JSON.
/// `broken_rule(answer)` says which rule the answer breaks; "": none.
template <class View>
Views views(bool is_alone = false, bool is_whole_run = false) {
  Views made;
  made.name = View::Question::question;
  made.draw = [](Draw& draw) {
    View view;
    return drawn(view, draw);
  };
  made.ask = [](Policy& policy, const Json& view, Asking& asking) -> Json {
    return read<View>(view).ask(static_cast<typename View::Question&>(policy), asking);
  };
  made.broken_rule = [](const Json& view, const Json& answer) {
    return read<View>(view).broken_rule(answer);
  };
  made.is_alone = is_alone;
  made.is_whole_run = is_whole_run;
  return made;
}

} // namespace malha::conformance

/// MALHA_VIEWS(malha::conformance::views<Class>())
#define MALHA_VIEWS(...) MALHA_LINKED_PART(__VA_ARGS__)
