// SPDX-License-Identifier: MIT
#include "elastisim_formula.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"

#include <cmath>

namespace malha::elastisim {
namespace {

constexpr int deepest_formula = 100; ///< nested parts, each of which takes room on the stack

[[noreturn]] void refuse_formula(const std::string& text, const std::string& what, const std::string& valid) {
  throw InputError("formula '" + text + "' " + what + "; valid: " + valid);
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

double operate(const std::string& name, double a, double b) {
  const auto truth = [](bool is_true) { return is_true ? 1.0 : 0.0; };
  if (name == "+")
    return a + b;
  if (name == "-")
    return a - b;
  if (name == "*")
    return a * b;
  if (name == "/")
    return a / b;
  if (name == "%")
    return std::fmod(a, b);
  if (name == "^")
    return std::pow(a, b);
  if (name == "<")
    return truth(a < b);
  if (name == ">")
    return truth(a > b);
  if (name == "<=")
    return truth(a <= b);
  if (name == ">=")
    return truth(a >= b);
  return truth((a == b) == (name == "=="));
}

} // namespace

/// Reads a formula by descent, one function for each precedence.
class FormulaParser {
public:
  explicit FormulaParser(Formula& formula) : formula_(formula), text_(formula.text_) {}

  void read() {
    choice();
    if (skip_spaces(); at_ < text_.size())
      fail("cannot be read from '" + text_.substr(at_) + "' on");
  }

private:
  using Step = Formula::Step;

  void choice() {
    if (++depth_ > deepest_formula)
      fail("is nested more than " + std::to_string(deepest_formula) + " deep");
    comparison();
    if (take("?")) {
      choice();
      if (!take(":"))
        fail("has a '?' without a ':'");
      choice();
      add({Step::Kind::choose});
    }
    --depth_;
  }

  void comparison() {
    sum();
    for (auto name = take_one({"<=", ">=", "==", "!=", "<", ">"}); !name.empty();
         name = take_one({"<=", ">=", "==", "!=", "<", ">"})) {
      sum();
      add({Step::Kind::operate, 0, name});
    }
  }

  void sum() {
    product();
    for (auto name = take_one({"+", "-"}); !name.empty(); name = take_one({"+", "-"})) {
      product();
      add({Step::Kind::operate, 0, name});
    }
  }

  void product() {
    signed_power();
    for (auto name = take_one({"*", "/", "%"}); !name.empty(); name = take_one({"*", "/", "%"})) {
      signed_power();
      add({Step::Kind::operate, 0, name});
    }
  }

  void signed_power() {
    if (++depth_ > deepest_formula)
      fail("is nested more than " + std::to_string(deepest_formula) + " deep");
    if (take("-")) {
      signed_power();
      add({Step::Kind::negate});
    } else if (take("+")) {
      signed_power();
    } else {
      primary();
      if (take("^")) {
        signed_power();
        add({Step::Kind::operate, 0, "^"});
      }
    }
    --depth_;
  }

  void primary() {
    if (take("(")) {
      choice();
      if (!take(")"))
        fail("has a '(' without a ')'");
      return;
    }
    skip_spaces();
    if (at_ == text_.size())
      fail("ends where a number, a name or '(' should be");
    if (is_letter(text_[at_]))
      return name();
    if (!is_digit(text_[at_]) && text_[at_] != '.')
      fail("has '" + text_.substr(at_) + "' where a number, a name or '(' should be");
    Step step{Step::Kind::number};
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), step.number);
    if (error != std::errc())
      fail("has '" + text_.substr(at_) + "', which begins with no number");
    at_ = static_cast<std::size_t>(end - text_.data());
    add(step);
  }

  void name() {
    const auto begin = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_])))
      ++at_;
    const auto word = text_.substr(begin, at_ - begin);
    if (take("("))
      fail("calls '" + word + "', and Malha reads no functions");
    add({Step::Kind::name, 0, word});
  }

  void skip_spaces() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t'))
      ++at_;
  }

  bool take(const std::string& symbol) {
    skip_spaces();
    if (text_.compare(at_, symbol.size(), symbol) != 0)
      return false;
    at_ += symbol.size();
    return true;
  }

  std::string take_one(const std::vector<std::string>& symbols) {
    for (const auto& symbol : symbols)
      if (take(symbol))
        return symbol;
    return "";
  }

  void add(const Step& step) { formula_.steps_.push_back(step); }

  [[noreturn]] void fail(const std::string& what) const {
    refuse_formula(text_, what, "numbers, names, + - * / % ^, < <= > >= == !=, ?: and parentheses");
  }

  Formula& formula_;
  const std::string text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

Formula::Formula(const std::string& text) : text_(text) { FormulaParser(*this).read(); }

Formula::Formula(double value) : text_(shortest(value)), steps_{{Step::Kind::number, value}} {}

double Formula::value(const Names& names) const {
  std::vector<double> stack;
  const auto pop = [&] {
    const double top = stack.back();
    stack.pop_back();
    return top;
  };
  for (const auto& step : steps_) {
    if (step.kind == Step::Kind::number) {
      stack.push_back(step.number);
    } else if (step.kind == Step::Kind::name) {
      const auto found = names.find(step.text);
      if (found == names.end()) {
        std::vector<std::string> known;
        for (const auto& [name, value] : names)
          known.push_back(name);
        refuse_formula(text_, "has '" + step.text + "', which has no value", listed(known));
      }
      stack.push_back(found->second);
    } else if (step.kind == Step::Kind::negate) {
      stack.back() = -stack.back();
    } else if (step.kind == Step::Kind::operate) {
      const double right = pop();
      stack.back() = operate(step.text, stack.back(), right);
    } else {
      const double otherwise = pop(), then = pop();
      stack.back() = stack.back() != 0 ? then : otherwise;
    }
  }
  if (!std::isfinite(stack.back()))
    refuse_formula(text_, "is " + shortest(stack.back()), "a formula whose value is a finite number");
  return stack.back();
}

} // namespace malha::elastisim
