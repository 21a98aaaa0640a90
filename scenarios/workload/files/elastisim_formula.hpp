// SPDX-License-Identifier: MIT
#pragma once
#include <map>
#include <string>
#include <vector>

namespace malha::elastisim {

/// The values of names in formulas.
using Names = std::map<std::string, double>;

/// A performance model of ElastiSim, such as "flops / num_nodes^0.8": numbers, names, + - * / % ^,
/// comparisons (1: true, 0: false), "a ? b : c" and parentheses, with the precedence that they have there
/// (ExprTk): ^ binds most and from right to left, then a sign. Names are read whole, whereas ElastiSim
/// replaces their text wherever it stands; numbers keep all digits, of which ElastiSim keeps six behind the
/// point.
class Formula {
public:
  /// Throws InputError, "formula '…' …; valid: …", to which the caller adds the place.
  explicit Formula(const std::string& text);
  /// The formula of one number.
  explicit Formula(double value);

  const std::string& text() const { return text_; }
  /// Throws InputError as above on a name that has no value, and on a result that is no finite number.
  double value(const Names& names) const;

private:
  friend class FormulaParser;

  /// A step of a computation on a stack. What an operator takes from it was put there before.
  struct Step {
    enum class Kind { number, name, negate, operate, choose };

    Kind kind;
    double number = 0;
    std::string text = {}; ///< the name, or the operator
  };

  std::string text_;
  std::vector<Step> steps_;
};

} // namespace malha::elastisim
