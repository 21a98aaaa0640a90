// SPDX-License-Identifier: MIT
#pragma once
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>

#include <ostream>
#include <string>
#include <string_view>
#include <utility>

namespace malha {

/// A text that is copied more often than changed, such as the user of a job, which the book and the rows of
/// the job have, too. Copies share it, so that a copy costs no memory. An empty one is a null pointer. It
/// stands wherever a text is read.
class SharedText {
public:
  SharedText() = default;
  SharedText(std::string text)
      : shared_(text.empty() ? nullptr : boost::intrusive_ptr<const Shared>(new Shared(std::move(text)))) {}
  SharedText(const char* text) : SharedText(std::string(text)) {}

  bool empty() const { return shared_ == nullptr; }
  const std::string& str() const {
    static const std::string nothing;
    return shared_ != nullptr ? shared_->text : nothing;
  }
  operator const std::string&() const { return str(); }
  operator std::string_view() const { return str(); }

  void clear() { shared_.reset(); }
  /// Makes a text of its own; copies keep theirs.
  SharedText& operator+=(const std::string& more) { return *this = SharedText(str() + more); }

  friend bool operator==(const SharedText& a, const SharedText& b) {
    return a.shared_ == b.shared_ || a.str() == b.str();
  }
  friend bool operator!=(const SharedText& a, const SharedText& b) { return !(a == b); }
  friend bool operator<(const SharedText& a, const SharedText& b) { return a.str() < b.str(); }
  friend std::string operator+(const std::string& a, const SharedText& b) { return a + b.str(); }
  friend std::string operator+(const SharedText& a, const std::string& b) { return a.str() + b; }
  friend std::ostream& operator<<(std::ostream& out, const SharedText& text) { return out << text.str(); }

private:
  /// Counted without locks: a run has one thread.
  struct Shared : boost::intrusive_ref_counter<Shared, boost::thread_unsafe_counter> {
    explicit Shared(std::string given) : text(std::move(given)) {}

    const std::string text;
  };

  boost::intrusive_ptr<const Shared> shared_;
};

} // namespace malha
